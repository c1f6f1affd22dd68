import type { UpstreamProfile } from '../../../src/contract/upstream-profile.ts';

/** Of an upstream that is as the interface says in all that a profile tells of. */
export const plainProfile: UpstreamProfile = {
  format: 1,
  url: 'https://elsewhere.example',
  examinedAt: '2030-01-01T00:00:00.000Z',
  names: {},
  people: 10,
  companies: 4,
  network: 1,
  unknownPaths: 'empty',
  unindexed: [],
  fields: {},
  origins: {},
  longestPage: { search: 1000, relationships: 1000 },
  totalsCappedAt: null,
  relationshipsNeedQuery: true,
  chargesOncePerKey: null,
  longestAnswerBytes: null,
  recordBytes: null,
  limitsRate: false,
};
