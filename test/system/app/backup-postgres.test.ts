import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { ArchiveReader } from '../../../src/app/backup/archive.ts';
import { Database } from '../../../src/graph/state/database.ts';
import { openStore } from '../../../src/store/open.ts';
import { keyOf, people } from '../../support/cast/cast.ts';
import { seedCast } from '../../support/cast/seed.ts';
import { Kith, kith, temporaryDirectory } from '../../support/kith.ts';
import { databasePlace } from '../../support/place.ts';

const postgres = process.env.KITH_TEST_POSTGRES_URL;
const absent = ['pg_dump', 'pg_restore'].filter((tool) =>
  (process.env.PATH ?? '').split(delimiter).every((directory) => !existsSync(join(directory, tool))),
);
const skip =
  (!postgres && 'KITH_TEST_POSTGRES_URL names no PostgreSQL') ||
  (absent.length > 0 && `no ${absent.join(' and no ')}, the tools of PostgreSQL`);

describe('a backup with a PostgreSQL', { skip, timeout: 120_000 }, () => {
  it('is the database’s own and the rest, and both are restored', async () => {
    await using room = await temporaryDirectory();
    await using place = await databasePlace(postgres ?? '');
    await using other = await databasePlace(postgres ?? '');
    {
      await using store = await openStore(place.config);
      await seedCast(store.db);
    }
    const dataDir = place.env.KITH_DATA_DIR ?? '';
    {
      using graph = new Database(join(dataDir, 'graph.sqlite'));
      graph.run`CREATE TABLE kept (what TEXT)`;
    }
    const dump = join(room.path, 'kith.dump');
    const file = join(room.path, 'kith.backup');
    await promisify(execFile)('pg_dump', ['--format=custom', `--file=${dump}`, place.env.DATABASE_URL ?? '']);
    const backup = await kith(['backup', file, '--graph', 'http://127.0.0.1:9'], place.env);
    assert.equal(backup.code, 0, backup.err);
    using archive = new ArchiveReader(file);
    assert.deepEqual([archive.about.store, archive.about.graph, archive.about.secret], [undefined, true, true]);

    const database = other.env.DATABASE_URL ?? '';
    await promisify(execFile)('pg_restore', ['--no-owner', `--dbname=${database}`, dump]);
    const restored = join(room.path, 'restored');
    await mkdir(restored, { mode: 0o700 });
    const env = { ...other.env, KITH_DATA_DIR: restored, KITH_SAMPLE: 'off' };
    const { code, err } = await kith(['restore', file], env);
    assert.equal(code, 0, err);
    {
      using graph = new Database(join(restored, 'graph.sqlite'));
      assert.equal(graph.all`SELECT * FROM kept`.length, 0);
    }
    assert.deepEqual(await counts(other.config), await counts(place.config));
    await using service = new Kith(['service'], env);
    const url = await service.says(/(http:\/\/\S+)/);
    const answer = await fetch(`${url}/v3/profiles/search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': keyOf('meadow') },
      body: JSON.stringify({
        query: { match: { 'profile_info.full_name': people.eve.profile_info.full_name } },
        limit: 1,
      }),
    });
    assert.deepEqual((await answer.json()).ids, [people.eve.id]);
  });
});

/** How many rows each table has. */
async function counts(config: Parameters<typeof openStore>[0]): Promise<Readonly<Record<string, number>>> {
  await using store = await openStore(config);
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema()`.execute(store.db);
  const counted = rows.map(async ({ name }) => {
    const found = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(store.db);
    return [name, found.rows[0]?.count ?? 0] as const;
  });
  return Object.fromEntries(await Promise.all(counted));
}
