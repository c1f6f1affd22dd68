import type { Feature } from '../../feature.ts';
import { purgePath, servePurge } from './purge-route.ts';

export const forgetting: Feature = {
  name: 'forgetting',
  fields: () => import('./forget-records.ts'),
  open: (services) => ({ admin: { paths: [purgePath], serve: (admin) => servePurge(admin, services) } }),
};
