import type { Feature } from '../../feature.ts';
import { search } from '../search/index.ts';

export const teams: Feature = {
  name: 'teams',
  needs: [search],
  fields: () =>
    Promise.all([import('./team-mutations.ts'), import('./team-permissions.ts'), import('./connectors.ts')]),
};
