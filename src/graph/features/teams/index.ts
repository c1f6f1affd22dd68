import type { Feature } from '../../feature.ts';

export const teams: Feature = {
  name: 'teams',
  fields: () =>
    Promise.all([import('./team-mutations.ts'), import('./team-permissions.ts'), import('./connectors.ts')]),
};
