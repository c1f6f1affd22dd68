import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, beforeEach, describe, it } from 'node:test';
import { Redis } from 'ioredis';
import { Database } from '../../../src/graph/state/database.ts';
import { storedFormat } from '../../../src/graph/state/stored-format.ts';
import { keyOf, people } from '../../support/cast/cast.ts';
import { openCastGraph } from '../../support/cast/cast-graph.ts';
import { temporaryDirectory } from '../../support/kith.ts';

const { KITH_TEST_REDIS_URL } = process.env;
/** A database of its own, which is emptied. */
const redisUrl = KITH_TEST_REDIS_URL && new URL('/11', KITH_TEST_REDIS_URL).href;

describe('graph.sqlite', () => {
  for (const [of, format, sentence] of [
    [
      'a later format',
      4,
      'a later version of Kith has written it (format 4): run that version, or restore an earlier backup.',
    ],
    [
      'an earlier format',
      1,
      'a version of Kith before 1.0 has written it (format 1): move it aside; a new one is created.',
    ],
    [
      'no format yet',
      0,
      'a version of Kith before 1.0 has written it (format 0): move it aside; a new one is created.',
    ],
  ] as const)
    it(`is refused in ${of}`, async () => {
      await using room = await temporaryDirectory();
      const file = join(room.path, 'graph.sqlite');
      new Database(file).close();
      new Database(file).close();
      {
        using other = new DatabaseSync(file);
        other.exec(`PRAGMA user_version = ${format}`);
      }
      const message = `The file ${file} must have format 3, but ${sentence}`;
      assert.throws(() => new Database(file), { name: 'StoreUnavailable', message });
    });
});

describe('a purse in Redis', { skip: redisUrl ? false : 'KITH_TEST_REDIS_URL names no Redis' }, () => {
  let redis: Redis;
  before(async () => {
    redis = new Redis(redisUrl ?? '');
  });
  after(async () => {
    await redis.flushdb();
    redis.disconnect();
  });
  beforeEach(() => redis.flushdb());

  it('is paid from, but not in a later format', async () => {
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
    await change({ format: storedFormat + 1 });
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
