import assert from 'node:assert/strict';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Redis } from 'ioredis';
import { Database } from '../../../src/graph/state/database.ts';
import { openStore } from '../../../src/store/open.ts';
import { seedCast } from '../../support/cast/seed.ts';
import { Kith, kith, temporaryDirectory } from '../../support/kith.ts';
import { databasePlace } from '../../support/place.ts';

const { KITH_TEST_REDIS_URL: redisUrl, KITH_TEST_POSTGRES_URL: postgresUrl } = process.env;

describe('kith doctor', { timeout: 240_000 }, () => {
  it('finds nothing wrong with what runs, and what is wrong with what was left', async () => {
    await using directory = await temporaryDirectory();
    const env = { KITH_DATA_DIR: directory.path, KITH_SAMPLE: 'off' };
    await using serving = new Kith(['serve'], env);
    const graph = await serving.says(/(http:\/\/\S+?)\/graphql/);
    const healthy = await kith(['doctor', '--graph', graph], env);
    assert.equal(healthy.code, 0, healthy.out + healthy.err);
    for (const sentence of [
      /are accessible only to their owner/,
      /has \S+ open/,
      /All 0 records in table profile/,
      /database is intact/,
    ])
      assert.match(healthy.out, sentence);
    assert.doesNotMatch(healthy.out, /^(?:problem|warning)/m);
    await serving.stop();

    {
      await using store = await openStore({ kind: 'pglite', dataDir: directory.path });
      await seedCast(store.db);
      const [{ id } = { id: '' }] = await store.db.selectFrom('team').select('id').limit(1).execute();
      await store.db.insertInto('usage_period').values({ team_id: id, starts_at: new Date(), used: 7 }).execute();
      using database = new Database(join(directory.path, 'graph.sqlite'));
      database.run`CREATE TABLE broken (purse TEXT REFERENCES purse)`;
      database.run`PRAGMA foreign_keys = OFF`;
      database.run`INSERT INTO broken VALUES ('none')`;
    }
    await writeFile(join(directory.path, 'secret'), '');
    await chmod(join(directory.path, 'graph.sqlite'), 0o644);
    const { code, out, err } = await kith(['doctor'], {
      ...env,
      KITH_SECRET: 'a secret of this test, which is long enough',
    });
    assert.equal(code, 1);
    assert.match(out, /^problem +1 entries of \S+ are open to other users: chmod -R go= /m);
    assert.match(out, /^problem +\S+secret is empty or damaged/m);
    assert.match(out, /^problem +The ledger does not add up in 1 of \d+ billing periods/m);
    assert.match(out, /^problem +The graph's database is damaged/m);
    assert.match(err, /^kith: 4 problems found\.$/m);
  });

  it('checks a Redis', { skip: !redisUrl && 'KITH_TEST_REDIS_URL names no Redis' }, async () => {
    await using directory = await temporaryDirectory();
    const env = { KITH_DATA_DIR: directory.path, KITH_UPSTREAM_URL: 'http://127.0.0.1:9', KITH_SECRET: 'x'.repeat(40) };
    const url = new URL(redisUrl ?? '');
    const healthy = await kith(['doctor'], { ...env, REDIS_URL: url.href });
    assert.match(healthy.out, /^ok +Redis has version/m);
    assert.match(healthy.out, /^ok +The user may read, write, run scripts and publish/m);
    assert.match(healthy.out, /^(?:ok|warning) +Redis keeps (?:an|no) append-only file/m);

    const redis = new Redis(url.href);
    await redis.call('ACL', 'SETUSER', 'kith_doctor', 'on', '>pass', '~*', '&*', '+@all', '-@scripting');
    url.username = 'kith_doctor';
    url.password = 'pass';
    const limited = await kith(['doctor'], { ...env, REDIS_URL: url.href });
    await redis.call('ACL', 'DELUSER', 'kith_doctor');
    redis.disconnect();
    assert.equal(limited.code, 1);
    assert.match(limited.out, /^problem +The user lacks a right that graphs need/m);
    const absent = await kith(['doctor'], { ...env, REDIS_URL: 'redis://127.0.0.1:9' });
    assert.match(absent.out, /^problem +Redis does not answer as it should/m);
  });

  it('checks a PostgreSQL', { skip: !postgresUrl && 'KITH_TEST_POSTGRES_URL names no PostgreSQL' }, async () => {
    await using place = await databasePlace(postgresUrl ?? '');
    await kith(['team', 'create', 'Mill', '--owner', 'owner@mill.example'], place.env);
    const { out } = await kith(['doctor'], place.env);
    assert.match(out, /^ok +PostgreSQL has version \d\d\./m);
    assert.match(out, /^ok +The ledger adds up/m);
    assert.match(out, /^(?:ok +PostgreSQL syncs|problem +PostgreSQL has fsync)/m);
  });
});
