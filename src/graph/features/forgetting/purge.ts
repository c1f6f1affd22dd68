import Type, { type Static } from 'typebox';
import { slugKey, slugsIn } from '../../../reading/page.ts';
import { isUuid } from '../../../reading/uuid.ts';
import type { GraphCache } from '../../cache/graph-cache.ts';
import type { Identifier } from '../../cache/record-key.ts';
import { removePartitions, unclaimedPartitions } from '../../state/partition-families.ts';
import { namesIn, People } from '../../state/people/people.ts';
import type { Stored } from '../../state/people/personal-data.ts';
import { Name, PurgedPeople } from '../../state/people/purged-people.ts';
import { familyOf } from '../../state/state-adapter.ts';
import type { StateStore } from '../../state/state-store.ts';
import { forgetMentions } from './forget-mentions.ts';

/** Scope of a purge; it applies to all API keys. */
export const Purge = Type.Object({
  /** People, by uuid, slug, URL or e-mail address. */
  profiles: Type.Array(Type.String()),
  /** Full names of these people, to find in texts that callers wrote. */
  names: Type.Array(Type.String()),
  /** Companies, by uuid, slug or URL. */
  companies: Type.Array(Type.String()),
  /**
   * All records, mapping results, lists, approvals and watched people. Labels, team names and requests of running
   * mappings stay, except those that contain one of the names given.
   */
  all: Type.Boolean(),
});
export interface Purge extends Static<typeof Purge> {}

export const Purged = Type.Object({
  /** Records removed from the memory of this process. */
  records: Type.Number(),
  /** False if graphs share records, and not all of them could be reached. */
  everywhere: Type.Boolean(),
  /** What was removed or changed in the store, by kind. */
  removed: Type.Array(Type.Object({ name: Type.String(), words: Type.String(), count: Type.Number() })),
  /** All names of the purged people, including those learned from records. */
  names: Type.Array(Name),
  /** Families of partitions that no feature claims: removed by a purge of all, otherwise only named. */
  unclaimed: Type.Array(Type.String()),
});
export interface Purged extends Static<typeof Purged> {}

type Removed = Purged['removed'];

/** The places where a graph stores personal data. */
export interface PersonalStores {
  readonly cache: GraphCache;
  readonly state: StateStore;
  readonly stored: Stored;
}

/**
 * Purges personal data from a graph: from its memory and shared records, from the data that each feature stores, and
 * from all texts that callers wrote. Other graphs purge their own memory. Exclusions keep the bare identifier of a
 * named person: without it, the exclusion would end.
 */
export async function purge(stores: PersonalStores, what: Purge): Promise<Purged> {
  const { cache, state, stored } = stores;
  const people = new People(what);
  learnRecords(cache, people);
  const families = new Set((await unclaimedPartitions(state, stored.families)).map(familyOf));
  const removed = await purgeState(stores, people, what.all);
  // Mapping results may have added names.
  learnRecords(cache, people);
  const { records, everywhere } = await purgeCache(cache, people, what);
  return { records, everywhere, removed, names: [...people.names], unclaimed: [...families] };
}

async function purgeCache(cache: GraphCache, people: People, { all, profiles, companies }: Purge) {
  // The cache is not indexed by e-mail address. It is short-lived, so clear all of it.
  const forgot =
    all || profiles.flatMap(namesIn).some(({ kind }) => kind === 'email')
      ? [await cache.purge()]
      : await Promise.all([
          ...people.identifiers.map((identifier) => cache.forget('profile', identifier)),
          ...companies.flatMap(companyIdentifiers).map((identifier) => cache.forget('company', identifier)),
        ]);
  const records = forgot.reduce((sum, { count }) => sum + count, 0);
  return { records, everywhere: forgot.every(({ everywhere }) => everywhere) };
}

/** Learns people's other names from cached records. */
function learnRecords(cache: GraphCache, people: People): void {
  for (const identifier of people.identifiers)
    for (const record of cache.heldProfiles(identifier)) people.learnRecord(record);
}

/**
 * Purges people from everything stored; with `all`, everyone, and what no feature claims. Texts of callers stay, as it
 * is unknown whom they name, except those that contain one of the people's names.
 */
export async function purgeState(
  { state, stored: { personal, families } }: Omit<PersonalStores, 'cache'>,
  people: People,
  all: boolean,
): Promise<Removed> {
  const kinds = personal.map(({ name, words, of }) => ({ name, words, data: of(state) }));
  const areNamed = people.names.length > 0 || people.digests.length > 0;
  if (areNamed) for (const { data } of kinds) await data.learn?.(people);
  // Before anything is removed: what other processes write from now on leaves them out.
  await new PurgedPeople(state).note(people.digests, all);
  const removed: Removed = [];
  for (const { name, words, data } of kinds) {
    const count = all ? await data.clear(people) : areNamed ? await data.removePeople(people) : 0;
    removed.push({ name, words, count });
  }
  const texts = areNamed ? await forgetMentions(state, people, families) : 0;
  removed.push({ name: 'texts', words: 'texts', count: texts });
  if (all) await removePartitions(state, await unclaimedPartitions(state, families));
  // Also erases the remains of ordinary deletions.
  if (all || areNamed) state.erase();
  return removed;
}

/** The identifiers that a company's uuid, slug or URL may mean. */
const companyIdentifiers = (text: string): readonly Identifier[] =>
  isUuid(text.trim())
    ? [{ kind: 'ids', value: text.trim() }]
    : slugsIn(text, 'company').map((slug) => ({ kind: 'xnet_names', value: slugKey(slug) }));
