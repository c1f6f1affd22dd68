import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the database lies in a data directory. */
export const databaseIn = (dataDir: string): string => join(dataDir, 'pglite');

/** Whether a data directory has a database; one whose making was interrupted counts. */
export const hasDatabase = (dataDir: string): Promise<boolean> => exists(databaseIn(dataDir));

export const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/**
 * The database with which an embedded store begins, compressed: what PostgreSQL's `initdb` makes in seconds, made beforehand
 * (test/tools/new-database). It has none of our tables.
 */
export const newDatabase = fileURLToPath(new URL('./new-database.tar.zst', import.meta.url));
