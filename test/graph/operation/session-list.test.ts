import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import pino from 'pino';
import { Database } from '../../../src/graph/state/database.ts';
import { connectRedis } from '../../../src/graph/state/redis-connections.ts';
import { RedisSessionList } from '../../../src/graph/state/sessions/redis-session-list.ts';
import type { SessionList } from '../../../src/graph/state/sessions/session-list.ts';
import { SqliteSessionList } from '../../../src/graph/state/sessions/sqlite-session-list.ts';
import { ManualClock } from '../../support/manual-clock.ts';

const { KITH_TEST_REDIS_URL: redisUrl } = process.env;

interface OpenList extends AsyncDisposable {
  readonly list: SessionList;
  /** How many ids of revoked sessions are stored for an owner, and whether they expire. */
  remembered(owner: string): Promise<{ readonly count: number; readonly expires: boolean }>;
}

type Open = (now: () => number) => Promise<OpenList>;

const openSqlite: Open = async (now) => {
  const database = new Database(':memory:');
  return {
    list: new SqliteSessionList(database, now),
    async remembered(owner) {
      const row = database.get`SELECT count(*) AS count FROM session WHERE owner = ${owner} AND revoked = 1`;
      // Its rows are deleted with the next session that is added.
      return { count: Number(row?.count), expires: true };
    },
    [Symbol.asyncDispose]: async () => database.close(),
  };
};

const openRedis: Open = async (now) => {
  const { commands, subscriptions } = await connectRedis(redisUrl ?? '', pino({ level: 'silent' }));
  return {
    list: await RedisSessionList.open({ commands, subscriptions }, now),
    async remembered(owner) {
      const key = `kith:revoked-session-ends:{${owner}}`;
      return { count: await commands.zcard(key), expires: (await commands.pttl(key)) > 0 };
    },
    async [Symbol.asyncDispose]() {
      subscriptions.disconnect();
      await commands.quit();
    },
  };
};

for (const [kind, open] of Object.entries({ embedded: openSqlite, Redis: openRedis }))
  describe(`revoked sessions in the ${kind} list`, {
    skip: kind === 'Redis' && !redisUrl ? 'KITH_TEST_REDIS_URL names no Redis' : false,
  }, () => {
    const makeAndRevoke = async (list: SessionList, owner: string, expiresAt: number, createdAt: number) => {
      const id = randomUUID();
      await list.add(owner, { id, readOnly: false, createdAt, expiresAt });
      await list.revoke(owner, id);
      return id;
    };

    it('are stored no longer than until they would have ended', async () => {
      const clock = new ManualClock();
      await using opened = await open(() => clock.now());
      const { list, remembered } = opened;
      const owner = randomUUID();
      for (let made = 0; made < 5; made += 1) await makeAndRevoke(list, owner, clock.now() + 60_000, clock.now());
      assert.deepEqual(await remembered(owner), { count: 5, expires: true });
      clock.advance(60_000);
      await makeAndRevoke(list, owner, clock.now() + 60_000, clock.now());
      assert.deepEqual(await remembered(owner), { count: 1, expires: true });
    });

    it('are forgotten in memory once they would have ended, and not looked for with each that is revoked', async () => {
      const clock = new ManualClock();
      let looks = 0;
      const now = () => {
        looks += 1;
        return clock.now();
      };
      await using opened = await open(now);
      const { list } = opened;
      const owner = randomUUID();
      const first = await makeAndRevoke(list, owner, clock.now() + 1000, clock.now());
      assert.equal(list.revoked.has(first), true);
      looks = 0;
      for (let made = 0; made < 100; made += 1) await makeAndRevoke(list, owner, clock.now() + 1000, clock.now());
      assert.ok(looks <= 100 * 10, `${looks} looks at the clock`);
      clock.advance(60_000);
      await makeAndRevoke(list, owner, clock.now() + 1000, clock.now());
      assert.equal(list.revoked.has(first), false);
    });
  });
