import type { Feature } from '../../feature.ts';

export const purses: Feature = {
  name: 'purses',
  fields: () => import('./purse-fields.ts'),
};
