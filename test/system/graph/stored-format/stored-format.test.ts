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
import { loadRedis, RedisDump } from './fixture.ts';
import { expected, expectedRecords, openEmbedded, openRedis, read } from './sample.ts';

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
    assert.deepEqual(await read(await openEmbedded(database)), { ...expected, records: [] });
  });

  it('of the versions after it is read, with what a journal has of purses', async () => {
    {
      using later = new DatabaseSync(earlier());
      later.exec(`
        CREATE TABLE purse_generation (id INTEGER PRIMARY KEY CHECK (id = 1), number INTEGER NOT NULL) STRICT;
        INSERT INTO purse_generation (id, number) VALUES (1, 4);`);
    }
    const journal = `${earlier()}-purses`;
    const now = Date.UTC(2100, 0, 1, 12);
    const accounts = [
      ['purse-of-session', 0],
      ['purse-of-key', Date.UTC(2100, 0)],
    ];
    const reserved = (id: string, credits: number) => [id, credits, 'fetchProfiles', now, accounts];
    const lines = [
      // Of tables that were written since.
      ['3', [reserved('written', 9)]],
      ['4', [reserved('settled', 4), reserved('unanswered', 3), reserved('in flight', 2)]],
      [
        '4-settled',
        [
          ['settled', 3, 0],
          ['unanswered', 1, 1],
          ['unknown', 9, 9],
        ],
      ],
    ] as const;
    // A full disk has cut the last line.
    await writeFile(
      journal,
      `${lines.map(([mark, all]) => `\n${mark} ${JSON.stringify(all)}`).join('')}\n4 [["cut off",`,
    );
    using database = new Database(earlier());
    const { purses, entries, uncertain } = await read(await openEmbedded(database));
    assert.deepEqual(
      purses,
      expected.purses.map((purse) => ({ ...purse, spent: 11, uncertain: 10 })),
    );
    assert.deepEqual(entries, [{ ...expected.entries[0], spent: 11, uncertain: 10, payments: 6 }]);
    assert.deepEqual(
      uncertain.map(({ id, credits }) => [id, credits]),
      [
        ['held', 5],
        ['in flight', 2],
        ['lost', 2],
        ['unanswered', 1],
      ],
    );
    await assert.rejects(readFile(journal), { code: 'ENOENT' });
  });

  it('is refused where it is of a later form', async () => {
    new Database(earlier()).close();
    {
      using later = new DatabaseSync(earlier());
      later.exec('PRAGMA user_version = 3');
    }
    assert.throws(() => new Database(earlier()), {
      name: 'StoreUnavailable',
      message: `The file ${earlier()} must have format 2 or an earlier one, but a later version of Kith has written it (format 3): run that version, or restore an earlier backup.`,
    });
  });
});

describe('what graphs share in Redis', { skip: redisUrl ? false : 'KITH_TEST_REDIS_URL names no Redis' }, () => {
  let redis: Redis;
  let database: Database;
  let earlier: RedisDump;
  before(async () => {
    redis = new Redis(redisUrl ?? '');
    database = new Database(':memory:');
    earlier = Value.Parse(RedisDump, JSON.parse(await readFile(fixture('1.0.0-rc.1.json'), 'utf8')));
  });
  after(async () => {
    await redis.flushdb();
    redis.disconnect();
    database.close();
  });
  beforeEach(() => redis.flushdb());

  it('of 1.0.0-rc.1 is read', async () => {
    await loadRedis(redis, earlier);
    await using stores = await openRedis(redisUrl ?? '', database);
    assert.deepEqual(await read(stores), { ...expected, records: expectedRecords });
  });

  it('of the versions after it is read, and who has lost a purse or closed it', async () => {
    await loadRedis(redis, earlier);
    const lost = {
      childTeamId: 'a-lost-team',
      sessionPurse: undefined,
      id: 'a-draw',
      credits: 1,
      unit: 1,
      cause: 'fetch',
    };
    await redis.hset('kith:purse:{an-owner}:open', { 'closed:a-team': '', 'closed:key': '', 'a-lost-team': 'gone' });
    await redis.hset('kith:purse:{an-owner}:purse-of-key', { format: '2' });
    await redis.hset('kith:purse:{an-owner}:purse-of-session', {
      format: '2',
      closedAt: String(Date.UTC(2100, 0, 1, 11)),
    });
    await using stores = await openRedis(redisUrl ?? '', database);
    const { purses } = stores;
    assert.deepEqual(
      (await purses.purses('an-owner', 9)).map(({ id, closedAt }) => [id, closedAt]),
      [
        ['purse-of-key', undefined],
        ['purse-of-session', Date.UTC(2100, 0, 1, 11)],
      ],
    );
    assert.equal((await purses.openPurse('an-owner', undefined))?.id, 'purse-of-key');
    assert.equal(await purses.openPurse('an-owner', 'a-team'), undefined);
    await assert.rejects(purses.openPurse('an-owner', 'a-lost-team'), /has lost the purse/);
    assert.match(String(await purses.reserve('an-owner', lost)), /has lost the purse/);
    assert.deepEqual(await redis.keys('kith:purse*'), []);
  });

  it('is absent from the cache where it is of a later form', async () => {
    await loadRedis(redis, earlier);
    for (const key of await redis.keys('kith:records:*:is:*')) {
      const [generation = '', at = ''] = ((await redis.get(key)) ?? '').split(' ');
      await redis.set(key, `${generation} ${at} form2:AAAA`);
    }
    await using stores = await openRedis(redisUrl ?? '', database);
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
    const [partition = ''] = await redis.keys('kith:state:{purses:*}');
    /** As that version would. */
    const change = async (more: object) => {
      const [version, end, ...purse] = ((await redis.hget(partition, `purse/${id}`)) ?? '').split(' ');
      const value = JSON.stringify({ ...JSON.parse(purse.join(' ')), ...more });
      await redis.hset(partition, `purse/${id}`, `${Number(version) + 1} ${end} ${value}`);
    };
    await change({ format: 3 });
    assert.deepEqual(await load(people.ben.id), {
      __typename: 'CreditLimit',
      code: 'PURSE_UNAVAILABLE',
      message:
        'The purse “an agent” was made by a later version of Kith, so this graph cannot pay from it: ask a graph of that version, or close the purse there. What is free still works.',
    });
    await change({ format: 1, period: 'fortnight' });
    assert.match(JSON.stringify(await load(people.ben.id)), /was made by a later version/);
    assert.equal(await cast.usage(keyOf('orchard')), before);
    await change({ period: 'none' });
    assert.equal((await load(people.ben.id))?.__typename, 'Profile');
  });
});
