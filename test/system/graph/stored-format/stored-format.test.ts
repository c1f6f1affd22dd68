import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, beforeEach, describe, it } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { Redis } from 'ioredis';
import Value from 'typebox/value';
import { Database } from '../../../../src/graph/state/database.ts';
import { keyOf, people } from '../../../support/cast/cast.ts';
import { openCastGraph } from '../../../support/cast/cast-graph.ts';
import { temporaryDirectory } from '../../../support/kith.ts';
import { differences, dumpRedis, loadRedis, RedisDump, storedInDatabase, storedInRedis } from './fixture.ts';
import { expected, expectedRecords, openEmbedded, openRedis, read, write } from './sample.ts';

const { KITH_TEST_REDIS_URL } = process.env;
/** A database of its own, which is emptied. */
const redisUrl = KITH_TEST_REDIS_URL && new URL('/11', KITH_TEST_REDIS_URL).href;
const fixture = (name: string): string => join(import.meta.dirname, name);

describe('graph.sqlite', () => {
  let room: Awaited<ReturnType<typeof temporaryDirectory>>;
  const earlier = (): string => join(room.path, 'earlier.sqlite');
  before(async () => {
    room = await temporaryDirectory();
  });
  after(() => room[Symbol.asyncDispose]());
  beforeEach(async () =>
    writeFile(earlier(), brotliDecompressSync(await readFile(fixture('1.0.0-rc.1.sqlite.br'))), { mode: 0o600 }),
  );

  it('of 1.0.0-rc.1 is read', async () => {
    using database = new Database(earlier());
    assert.deepEqual(await read(openEmbedded(database)), { ...expected, records: [] });
  });

  it('is written as 1.0.0-rc.1 reads it', async () => {
    const present = join(room.path, 'present.sqlite');
    {
      using database = new Database(present);
      const stores = openEmbedded(database);
      await write(stores);
      await stores.purses.end();
    }
    assert.deepEqual(differences(storedInDatabase(earlier()), storedInDatabase(present)), []);
  });

  it('is used where a later version has only added to it, and refused where it is of a later form', async () => {
    new Database(earlier()).close();
    {
      using later = new DatabaseSync(earlier());
      later.exec(`ALTER TABLE purse ADD COLUMN colour TEXT; ALTER TABLE intro_exclusion ADD COLUMN colour TEXT;
        CREATE TABLE later (what TEXT); INSERT INTO migration VALUES ('purse', 1), ('purse', 2), ('later', 0)`);
    }
    {
      using database = new Database(earlier());
      const stores = openEmbedded(database);
      assert.deepEqual(await read(stores), { ...expected, records: [] });
      const ofTeam = { id: 'more', owner: 'an-owner', scope: 'team', childTeamId: 'a-team', label: 'More' } as const;
      const purse = { ...ofTeam, total: 1, period: 'none', createdAt: 0, expiresAt: undefined } as const;
      assert.equal(await stores.purses.create(purse), true);
    }
    {
      using later = new DatabaseSync(earlier());
      later.exec('PRAGMA user_version = 2');
    }
    assert.throws(() => new Database(earlier()), {
      name: 'StoreUnavailable',
      message: `The file ${earlier()} must be of form 1 or an earlier one, but a later version of Kith has written it (form 2): run that version, or restore a backup that was made before.`,
    });
  });
});

describe('what graphs share in Redis', { skip: redisUrl ? false : 'KITH_TEST_REDIS_URL names no Redis' }, () => {
  let redis: Redis;
  let earlier: RedisDump;
  before(async () => {
    redis = new Redis(redisUrl ?? '');
    earlier = Value.Parse(RedisDump, JSON.parse(await readFile(fixture('1.0.0-rc.1.json'), 'utf8')));
  });
  after(async () => {
    await redis.flushdb();
    redis.disconnect();
  });
  beforeEach(() => redis.flushdb());

  it('of 1.0.0-rc.1 is read', async () => {
    await loadRedis(redis, earlier);
    await using stores = await openRedis(redisUrl ?? '');
    assert.deepEqual(await read(stores), { ...expected, records: expectedRecords });
  });

  it('is written as 1.0.0-rc.1 reads it', async () => {
    {
      await using stores = await openRedis(redisUrl ?? '');
      await write(stores);
    }
    assert.deepEqual(differences(storedInRedis(earlier), storedInRedis(await dumpRedis(redis))), []);
  });

  it('is used where a later version has only added to it', async () => {
    const colour = { of: 'later' };
    const more = (text: string): string => {
      if (!text.startsWith('{')) return text;
      const { request, ...value } = JSON.parse(text);
      return JSON.stringify({ ...value, colour, ...(request && { request: { ...request, colour } }) });
    };
    const later = { ...earlier };
    for (const [key, { type, value }] of Object.entries(earlier)) {
      if (type === 'string') later[key] = { type, value: more(value) };
      else if (type === 'list') later[key] = { type, value: value.map(more) };
      else if (type === 'hash')
        later[key] = {
          type,
          value: Object.fromEntries(Object.entries(value).map(([field, one]) => [field, more(one)])),
        };
    }
    await loadRedis(redis, later);
    for (const key of await redis.keys('kith:purse:*:purse-of-*'))
      if (!/:(?:entries|receipts)$/.test(key)) await redis.hset(key, 'colour', 'green');
    await using stores = await openRedis(redisUrl ?? '');
    assert.deepEqual(differences({ ...expected, records: expectedRecords }, await read(stores)), []);
  });

  it('is absent from the cache where it is of a later form', async () => {
    await loadRedis(redis, earlier);
    for (const key of await redis.keys('kith:records:*:is:*')) {
      const [generation = '', at = ''] = ((await redis.get(key)) ?? '').split(' ');
      await redis.set(key, `${generation} ${at} form2:AAAA`);
    }
    await using stores = await openRedis(redisUrl ?? '');
    assert.deepEqual(await read(stores), { ...expected, records: [['unknown', undefined]] });
  });

  it('is paid from, but not where a purse is of a later form', async () => {
    const secret = 'a secret that seals sessions, for tests';
    await using cast = await openCastGraph({ redisUrl, secret });
    const answer = await fetch(`${cast.graph.url}/session`, {
      method: 'POST',
      headers: { 'x-api-key': keyOf('orchard'), 'content-type': 'application/json' },
      body: JSON.stringify({ total: 9, label: 'an agent' }),
    });
    const { id, token } = await answer.json();
    const load = async (person: string) => {
      const { data } = await cast.ask<{ readonly profile: { readonly __typename: string } }, object>(
        undefined,
        `query ($id: ID!) { profile(by: { id: $id }) { __typename ... on Profile { about } ... on CreditLimit { code message } } }`,
        { id: person },
        { headers: { authorization: `Bearer ${token}` } },
      );
      return data?.profile;
    };
    assert.equal((await load(people.ada.id))?.__typename, 'Profile');
    const before = await cast.usage(keyOf('orchard'));
    const [purse = ''] = await redis.keys(`kith:purse:*:${id}`);
    await redis.hset(purse, 'format', '2');
    assert.deepEqual(await load(people.ben.id), {
      __typename: 'CreditLimit',
      code: 'PURSE_UNAVAILABLE',
      message:
        'The purse “an agent” was made by a later version of Kith, so that this one cannot pay from it: ask a graph of that version, or close the purse there. What is free still works.',
    });
    await redis.hset(purse, 'format', '1', 'period', 'fortnight');
    assert.match(JSON.stringify(await load(people.ben.id)), /was made by a later version/);
    assert.equal(await cast.usage(keyOf('orchard')), before);
    await redis.hset(purse, 'period', 'none');
    assert.equal((await load(people.ben.id))?.__typename, 'Profile');
  });
});
