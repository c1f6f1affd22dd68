import type { Feature } from '../../feature.ts';

export const search: Feature = {
  name: 'search',
  fields: () => import('./search-fields.ts'),
};
