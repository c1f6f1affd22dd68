import type { Migration } from 'kysely/migration';
import * as store from './0001-store.ts';

/** Every migration, in the order in which they run; a name, once released, stays. A store without the first is older than 1.0. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-store': store,
};
