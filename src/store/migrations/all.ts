import type { Migration } from 'kysely/migration';
import * as store from './0001-store.ts';
import * as ties from './0002-ties-expand.ts';

/** All migrations in order. Released names are permanent. A store without the first one is older than 1.0. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-store': store,
  '0002-ties-expand': ties,
};
