import type { Feature } from '../../feature.ts';
import { recordsPath, serveRecords } from './records-route.ts';

export const keptRecords: Feature = {
  name: 'kept-records',
  records: async (place) => (await import('./open-shared-cache.ts')).openShared(place),
  open: (parts) => ({ admin: { paths: [recordsPath], serve: (admin) => serveRecords(admin, parts) } }),
};
