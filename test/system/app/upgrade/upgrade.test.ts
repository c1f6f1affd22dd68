import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { describe, it } from 'node:test';
import { createBrotliDecompress } from 'node:zlib';
import { sql } from 'kysely';
import { openStore } from '../../../../src/store/open.ts';
import { demoTeams } from '../../../../src/store/sample/demo.ts';
import { Kith, temporaryDirectory } from '../../../support/kith.ts';

const unpack = async (directory: string): Promise<void> => {
  const tar = spawn('tar', ['xf', '-', '-C', directory], { stdio: ['pipe', 'inherit', 'inherit'] });
  const ended = once(tar, 'exit');
  await pipeline(createReadStream(join(import.meta.dirname, '8ae7a1d.tar.br')), createBrotliDecompress(), tar.stdin);
  assert.deepEqual(await ended, [0, null]);
};

describe('a data directory of an early version', { timeout: 240_000 }, () => {
  it('is opened with all that is in it, and again after that', async () => {
    await using directory = await temporaryDirectory();
    await unpack(directory.path);
    const env = { KITH_DATA_DIR: directory.path, KITH_SAMPLE: 'off' };
    for (const start of ['first', 'second']) {
      await using serving = new Kith(['serve'], env);
      const service = await serving.says(/^The data service answers on\s+(\S+)/);
      const post = async (path: string, body: object) => {
        const answer = await fetch(`${service}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-api-key': demoTeams.team.key },
          body: JSON.stringify(body),
        });
        assert.equal(answer.status, 200, start);
        return answer.json();
      };
      const all = await post('/v3/profiles/search', { query: { match_all: {} }, limit: 0 });
      assert.equal(all.total_count, 40);
      // A field that the early version did not index.
      const named = { match: { 'profile_info.full_name.folded': 'torres' } };
      const { ids } = await post('/v3/profiles/search', { query: named, limit: 1 });
      const { results } = await post('/v3/profiles/fetch', { xnet_names: ['mei-ling-torres'] });
      assert.equal(results[0].profile_info.full_name, 'Mei-Ling Torres');
      assert.deepEqual(ids, [results[0].id]);
      const { total_count } = await post('/v3/relationships', { limit: 1 });
      assert.ok(total_count > 0);
      await serving.stop();
    }
    await using store = await openStore({ kind: 'pglite', dataDir: directory.path });
    const { rows } = await sql<{ charged: number; keys: number; tasks: number }>`
      select (select sum(credits) from charge) as charged, (select count(*) from api_key) as keys,
        (select count(*) from mapping_task where status = 'Mapped') as tasks`.execute(store.db);
    // 100 by the sample's capped team, and one by the early version.
    assert.deepEqual(rows, [{ charged: 103, keys: Object.keys(demoTeams).length, tasks: 1 }]);
  });

  it('is used where a later version has only added to its store, and else refused with a sentence', async () => {
    await using directory = await temporaryDirectory();
    await unpack(directory.path);
    {
      await using store = await openStore({ kind: 'pglite', dataDir: directory.path });
      await sql`alter table api_key add column colour text`.execute(store.db);
      await sql`insert into kysely_migration (name, timestamp) values ('9998-later-expand', '')`.execute(store.db);
    }
    {
      await using store = await openStore({ kind: 'pglite', dataDir: directory.path });
      const keys = await store.db.selectFrom('api_key').select('id').execute();
      assert.equal(keys.length, Object.keys(demoTeams).length);
      await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '')`.execute(store.db);
    }
    await using serving = new Kith(['serve'], { KITH_DATA_DIR: directory.path });
    const { code, err } = await serving.ended;
    assert.equal(code, 1);
    assert.match(err, /^kith: The store must be from this version .* a later one has written to it \(9999-later\)/m);
    assert.doesNotMatch(err, /^ {4}at /m);
  });
});
