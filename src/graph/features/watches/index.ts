import type { Feature } from '../../feature.ts';
import { search } from '../search/index.ts';
import { WatchedPeople } from './watched-people.ts';
import { Watches } from './watches.ts';

export const watches: Feature = {
  name: 'watches',
  needs: [search],
  fields: async () => {
    await import('./watch-fields.ts');
    await import('./watch-mutations.ts');
  },
  stored: [{ family: 'watch' }, { family: 'watches' }],
  personal: { name: 'watched', words: 'people in watched networks', of: (state) => new WatchedPeople(state) },
  async open(services, { watches: options }) {
    if (!options) return {};
    const opened = await Watches.open(services, options);
    return { apis: [opened], sealAnew: () => opened.sealAnew(), stop: () => opened.close() };
  },
};
