import { streamProfiles } from '../../src/store/record/write.ts';
import { castSeed } from './cast/seed.ts';
import type { Seed } from './store.ts';

/** Somebody of a crowd, by number. */
export interface CrowdMember {
  readonly id: string;
  readonly slug: string;
  readonly headline: string;
}

export const crowdMember = (number: number): CrowdMember => ({
  id: `c0000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  slug: `crowd-member-${number}`,
  headline: `Number ${number} of a crowd`,
});

/** The cast, its teams, and so many more people with small records, whom nobody is connected with. */
export const crowdSeed = (size: number): Seed => ({
  name: `crowd-of-${size}`,
  async fill(store) {
    await castSeed.fill(store);
    await streamProfiles(store.db, people(size), () => undefined);
  },
});

function* people(size: number) {
  for (let number = 0; number < size; number += 1) {
    const { id, slug, headline } = crowdMember(number);
    yield {
      id,
      profile_info: {
        full_name: `Crowd Member ${number}`,
        headline,
        xnet_url: `https://www.xnet.example/in/${slug}`,
      },
    };
  }
}
