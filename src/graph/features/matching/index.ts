import type { Feature } from '../../feature.ts';

export const matching: Feature = {
  name: 'matching',
  fields: () => import('./match-types.ts'),
};
