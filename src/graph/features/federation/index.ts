import type { Feature } from '../../feature.ts';

export const federation: Feature = {
  name: 'federation',
  extend: async () => (await import('./subgraph.ts')).withFederationFields,
};
