import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import pino from 'pino';
import { stored } from '../../../src/graph/features/index.ts';
import { Database } from '../../../src/graph/state/database.ts';
import { openState } from '../../../src/graph/state/open-state.ts';
import { type ListedSession, SessionList } from '../../../src/graph/state/sessions/session-list.ts';
import { testSeal } from '../../support/graph/seal.ts';
import { ManualClock } from '../../support/manual-clock.ts';

const { KITH_TEST_REDIS_URL: redisUrl } = process.env;

const session = (more: Pick<ListedSession, 'id' | 'createdAt' | 'expiresAt'>): ListedSession => ({
  kind: 'app',
  rights: 'act',
  ...more,
});

async function open(url: string | undefined, now: () => number) {
  const database = new Database(':memory:');
  const store = await openState({
    families: stored.families,
    seal: testSeal,
    redisUrl: url,
    database,
    now,
    log: pino({ level: 'silent' }),
  });
  return {
    store,
    list: await SessionList.open(store, now),
    /** The sessions of an owner that are revoked, and remembered as such. */
    remembered: async (owner: string) => store.list(`sessions:${owner}`, { prefix: 'passing/ended/' }),
    async [Symbol.asyncDispose]() {
      await store.close();
      database.close();
    },
  };
}

for (const [kind, url] of Object.entries({ embedded: undefined, Redis: redisUrl }))
  describe(`revoked sessions in the ${kind} list`, {
    skip: kind === 'Redis' && !redisUrl ? 'KITH_TEST_REDIS_URL names no Redis' : false,
  }, () => {
    const makeAndRevoke = async (list: SessionList, owner: string, expiresAt: number, createdAt: number) => {
      const id = randomUUID();
      await list.add(owner, session({ id, createdAt, expiresAt }));
      await list.revoke(owner, id);
      return id;
    };

    it('are stored no longer than until they would have ended', async () => {
      const clock = new ManualClock();
      await using opened = await open(url, () => clock.now());
      const { list, remembered } = opened;
      const owner = randomUUID();
      for (let made = 0; made < 5; made += 1) await makeAndRevoke(list, owner, clock.now() + 60_000, clock.now());
      const stored = await remembered(owner);
      assert.equal(stored.length, 5);
      for (const { ttlMs } of stored) assert.ok(ttlMs !== undefined && ttlMs <= 60_000);
    });

    it('count among those that a key may have, standing ones apart', async () => {
      await using opened = await open(url, Date.now);
      const list = await SessionList.open(opened.store, Date.now, 2);
      const owner = randomUUID();
      const [createdAt, expiresAt] = [Date.now(), Date.now() + 60_000];
      const add = (kind: ListedSession['kind']) =>
        list.add(owner, { ...session({ id: randomUUID(), createdAt, expiresAt }), kind });
      await makeAndRevoke(list, owner, expiresAt, createdAt);
      assert.deepEqual([await add('app'), await add('page'), await add('agent')], [true, false, true]);
      assert.equal((await list.sessions(owner)).length, 1);
      assert.equal((await list.sessions(owner, 'standing')).length, 1);
    });

    it('are forgotten in memory once they would have ended, and not looked for with each that is revoked', async () => {
      const clock = new ManualClock();
      let looks = 0;
      const now = () => {
        looks += 1;
        return clock.now();
      };
      await using opened = await open(url, now);
      const { list } = opened;
      const owner = randomUUID();
      const first = await makeAndRevoke(list, owner, clock.now() + 1000, clock.now());
      assert.equal(list.revoked.has(first), true);
      looks = 0;
      for (let made = 0; made < 100; made += 1) await makeAndRevoke(list, owner, clock.now() + 1000, clock.now());
      assert.ok(looks <= 100 * 20, `${looks} looks at the clock`);
      // A day more, since clocks may be set forward and back.
      clock.advance(86_460_000);
      await makeAndRevoke(list, owner, clock.now() + 1000, clock.now());
      assert.equal(list.revoked.has(first), false);
    });
  });
