import type { Feature } from '../../feature.ts';
import { pursesPath, servePurses } from './purse-route.ts';

export const purses: Feature = {
  name: 'purses',
  fields: () => import('./purse-fields.ts'),
  open: (services) => ({ admin: { paths: [pursesPath], serve: (admin) => servePurses(admin, services) } }),
};
