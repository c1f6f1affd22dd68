/**
 * Writes the database that every embedded store begins with, as PostgreSQL's `initdb` makes it: `npx node
 * test/tools/new-database/write.ts`, needed once for each new major version of PGlite's PostgreSQL. It lacks the databases that others
 * could be made from (two of three files).
 */
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { newDatabase } from '../../../src/store/engine/database-files.ts';
import { dropLogs, packDatabase } from '../pack-database.ts';

await packDatabase(newDatabase, async (room) => {
  const directory = join(room, 'pglite');
  // Logs that are no longer needed are deleted, rather than kept with what is in them.
  const database = await PGlite.create(directory, { postgresqlconf: ['wal_recycle = off'] });
  for (const name of ['template0', 'template1']) {
    await database.exec(`alter database ${name} is_template false`);
    await database.exec(`drop database ${name}`);
  }
  for (const statement of ['vacuum (full, freeze, analyze)', ...dropLogs]) await database.exec(statement);
  await database.close();
  return directory;
});
