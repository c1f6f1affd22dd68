/**
 * Writes the database that every embedded store begins with, as PostgreSQL's `initdb` makes it: `npx node
 * test/tools/new-database/write.ts`, needed once for each new major version of PGlite's PostgreSQL. It was shut down in order, so that a
 * start recovers nothing, and lacks the databases that others could be made from (two of three files).
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { constants, zstdCompressSync } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { newDatabase } from '../../../src/store/engine/database-files.ts';

const room = mkdtempSync(join(tmpdir(), 'kith-new-database-'));
const directory = join(room, 'pglite');
const tar = join(room, 'tar');
// Logs that are no longer needed are deleted, rather than kept with what is in them.
const database = await PGlite.create(directory, { postgresqlconf: ['wal_recycle = off'] });
for (const name of ['template0', 'template1']) {
  await database.exec(`alter database ${name} is_template false`);
  await database.exec(`drop database ${name}`);
}
await database.exec('vacuum (full, freeze, analyze)');
await database.exec('checkpoint');
await database.exec('select pg_switch_wal()');
await database.exec('checkpoint');
await database.close();
execFileSync('tar', [
  ...['--format=ustar', '--sort=name', '--owner=0', '--group=0', '--mtime=@0'],
  ...['-cf', tar, '-C', directory, '.'],
]);
const params = { [constants.ZSTD_c_compressionLevel]: 19 };
writeFileSync(newDatabase, zstdCompressSync(readFileSync(tar), { params }));
rmSync(room, { recursive: true });
