import type { Feature } from '../../feature.ts';
import { PurseMeters } from './purse-meters.ts';

export const purses: Feature = {
  name: 'purses',
  fields: () => import('./purse-fields.ts'),
  open({ purses: { store }, quota }) {
    const meters = new PurseMeters(store, quota);
    return { apis: [meters], stop: (reason) => meters.close(reason) };
  },
};
