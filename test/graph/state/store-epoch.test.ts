import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Redis } from 'ioredis';
import pino from 'pino';
import { stored } from '../../../src/graph/features/index.ts';
import { Database } from '../../../src/graph/state/database.ts';
import { openState } from '../../../src/graph/state/open-state.ts';
import { beginEpoch, StoreEpoch } from '../../../src/graph/state/store-epoch.ts';
import { keyOf } from '../../support/cast/cast.ts';
import { openCastGraph } from '../../support/cast/cast-graph.ts';
import { testSeal } from '../../support/graph/seal.ts';
import { openTaskGraph } from '../../support/graph/task-graph.ts';
import { sessionToken } from '../../support/session-token.ts';

const { KITH_TEST_REDIS_URL } = process.env;
/** A database of its own, which is emptied. */
const redisUrl = KITH_TEST_REDIS_URL && new URL('/12', KITH_TEST_REDIS_URL).href;
const log = pino({ level: 'silent' });

describe('the epoch of a store', () => {
  it('of one process lasts as long as the store, until it is restored', async () => {
    using database = new Database(':memory:');
    const store = await openState({
      families: stored.families,
      seal: testSeal,
      redisUrl: undefined,
      database,
      now: Date.now,
      log,
    });
    const { current } = await StoreEpoch.open(store);
    assert.equal((await StoreEpoch.open(store)).current, current);
    await beginEpoch(store);
    assert.notEqual((await StoreEpoch.open(store)).current, current);
  });

  const skip = redisUrl ? false : 'KITH_TEST_REDIS_URL names no Redis';

  it('of a Redis is one for all, and another once that is emptied or set back', { skip }, async () => {
    using database = new Database(':memory:');
    const redis = new Redis(redisUrl ?? '');
    await redis.flushdb();
    const store = await openState({
      families: stored.families,
      seal: testSeal,
      redisUrl,
      database,
      now: Date.now,
      log,
    });
    const [one, other] = [await StoreEpoch.open(store), await StoreEpoch.open(store)];
    try {
      assert.equal(one.current, other.current);
      let changes = 0;
      one.whenChanged(() => {
        changes += 1;
      });
      await one.read();
      const backup = await redis.dumpBuffer('kith:state:{store}');
      for (const lose of [
        () => redis.flushdb(),
        () => redis.restore('kith:state:{store}', 0, backup ?? Buffer.alloc(0), 'REPLACE'),
      ]) {
        const { current } = one;
        const before = changes;
        await lose();
        await one.read();
        await other.read();
        assert.notEqual(one.current, current);
        assert.equal(other.current, one.current);
        assert.equal(changes, before + 1);
      }
    } finally {
      one.close();
      other.close();
      await redis.flushdb();
      redis.disconnect();
      await store.close();
    }
  });

  it('that is lost ends all sessions, revoked ones for good', { skip }, async () => {
    const redis = new Redis(redisUrl ?? '');
    await redis.flushdb();
    const secret = 'a secret that seals sessions, for tests';
    await using cast = await openCastGraph({ redisUrl, secret });
    const key = keyOf('orchard');
    const [revoked, live] = [await sessionToken(cast.graph.url, key), await sessionToken(cast.graph.url, key)];
    const ask = async (url: string, token: string) => {
      const answer = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ query: '{ credits { usage } }' }),
      });
      return answer.status;
    };
    const { sessions } = await (await fetch(`${cast.graph.url}/session`, { headers: { 'x-api-key': key } })).json();
    const { id } = sessions.at(-1);
    await fetch(`${cast.graph.url}/session/${id}`, { method: 'DELETE', headers: { 'x-api-key': key } });
    await redis.flushdb();
    while ((await ask(cast.graph.url, live)) !== 401);
    await using restarted = await openTaskGraph(cast.asks.baseUrl, { redisUrl, secret });
    for (const token of [revoked, live]) assert.equal(await ask(restarted.url, token), 401);
    await redis.flushdb();
    redis.disconnect();
  });
});
