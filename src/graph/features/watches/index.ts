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
  async open(services, { watches: sending }) {
    if (!sending) return {};
    const { state, client, cache, seal, sessions, purses, quota, space, log, metrics } = services;
    const opened = await Watches.open({
      ...{ state, client, seal, sessions, clock: seal.clock, log, metrics, quota, space, sending },
      purses: purses.store,
      isRefused: (credential) => cache.verdicts.isRefused(credential),
      dropKept: (ids, apiKey) => cache.dropKept(ids, apiKey),
      leaseMs: sending.leaseMs,
    });
    return { apis: [opened], sealAnew: () => opened.sealAnew(), stop: () => opened.close() };
  },
};
