import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The database's directory within a data directory. */
export const databaseIn = (dataDir: string): string => join(dataDir, 'pglite');

/** Whether a data directory has a database; an incomplete one counts. */
export const hasDatabase = (dataDir: string): Promise<boolean> => exists(databaseIn(dataDir));

export const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/**
 * An empty database as a compressed archive, made in advance (test/tools/new-database), since PostgreSQL's `initdb`
 * takes seconds. It has none of our tables.
 */
export const newDatabase = fileURLToPath(new URL('./new-database.tar.zst', import.meta.url));
