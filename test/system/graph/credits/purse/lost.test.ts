import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { Redis } from 'ioredis';
import pino from 'pino';
import type { Purse } from '../../../../../src/graph/credits/purse/purse.ts';
import { PurseRefused } from '../../../../../src/graph/credits/purse/purse-refused.ts';
import { stored } from '../../../../../src/graph/features/index.ts';
import { Database } from '../../../../../src/graph/state/database.ts';
import { openState } from '../../../../../src/graph/state/open-state.ts';
import type { Draw } from '../../../../../src/graph/state/purses/payment.ts';
import { PurseStore } from '../../../../../src/graph/state/purses/purse-store.ts';
import { drawOf, purseOf } from '../../../../support/graph/purse.ts';
import { testSeal } from '../../../../support/graph/seal.ts';
import { until } from '../../../../support/until.ts';

const { KITH_TEST_REDIS_URL } = process.env;
const skip = KITH_TEST_REDIS_URL ? false : 'KITH_TEST_REDIS_URL names no Redis';
const redisUrl = KITH_TEST_REDIS_URL ?? '';

const [firstTeam, secondTeam] = [randomUUID(), randomUUID()];

/** What a draw of 1000 credits is granted, or the code of its refusal. */
async function paid(store: PurseStore, owner: string, more: Partial<Draw> = {}): Promise<unknown> {
  const draw = drawOf({ credits: 1000, ...more });
  const answer = await store.reserve(owner, draw);
  if (answer instanceof PurseRefused) return answer.extensions.code;
  await store.settle(owner, { reservation: draw.id, spent: 0, uncertain: 0 });
  return answer.credits;
}

async function refusal(store: PurseStore, owner: string, more: Partial<Draw> = {}): Promise<string> {
  const answer = await store.reserve(owner, drawOf(more));
  return answer instanceof PurseRefused ? answer.message : assert.fail('It was granted.');
}

/** A process of its own, until what was opened is closed. */
async function openProcess(opened: AsyncDisposableStack) {
  const database = opened.use(new Database(':memory:'));
  const state = await openState({
    families: stored.families,
    seal: testSeal,
    redisUrl,
    database,
    now: Date.now,
    log: pino({ level: 'silent' }),
  });
  opened.adopt(state, (one) => one.close());
  const onTrouble = (error: unknown) => assert.fail(String(error));
  const store = opened.adopt(await PurseStore.open({ state, now: Date.now, onTrouble }), (one) => one.end());
  return { state, store };
}

/** The three keys of the partition of a key's purses: the entries, their order, and when they expire. */
const entriesOf = (owner: string): string => `kith:state:{purses:${owner}}`;

describe('a purse that a Redis has lost', { skip }, () => {
  const opened = new AsyncDisposableStack();
  let redis: Redis;
  let payer: PurseStore;
  /** Another process, which has paid for nothing. */
  let idle: PurseStore;
  const open = async () => (await openProcess(opened)).store;
  before(async () => {
    redis = new Redis(redisUrl);
    opened.defer(() => redis.disconnect());
    [payer, idle] = [await open(), await open()];
  });
  after(() => opened.disposeAsync());

  const loseAll = async (owner: string) => {
    await redis.del(await redis.keys(`${entriesOf(owner)}*`));
    await redis.hdel('kith:state:{purse-owners}', owner);
  };
  /** Has the idle process hear whatever was published before. */
  const heard = async () => {
    const marker = randomUUID();
    await redis.publish('kith:channel:purse-owners', marker);
    await until(() => idle.mayBound(marker));
    // Answered after what it then read.
    await idle.openPurse(marker, undefined);
  };
  /** A key's purse of 10, which both processes have seen. */
  const seen = async (more: Partial<Purse> = {}): Promise<Purse> => {
    const purse = purseOf(more);
    assert.equal(await payer.create(purse), true);
    assert.equal(await paid(payer, purse.owner, { childTeamId: purse.childTeamId }), 10);
    await heard();
    return purse;
  };
  const session = (owner: string) =>
    purseOf({ owner, scope: 'session', total: 5, expiresAt: Date.now() + 60_000, label: 'a session' });

  it('is refused until the key has a new one, and bounds nothing once that is closed', async () => {
    const { owner } = await seen();
    await loseAll(owner);
    for (const store of [payer, idle]) {
      assert.equal(await paid(store, owner), 'PURSE_UNAVAILABLE');
      assert.match(
        await refusal(store, owner),
        /has lost the purse of this key, .*: make a new one with kith purse create\./,
      );
      assert.equal(await paid(store, randomUUID()), 1000);
    }
    const next = purseOf({ owner, total: 5 });
    assert.equal(await payer.create(next), true);
    for (const store of [payer, idle]) assert.equal(await paid(store, owner), 5);
    assert.equal(await payer.close(owner, next.id), true);
    for (const store of [payer, idle]) assert.equal(await paid(store, owner), 1000);
  });

  it('bounds nothing where a new one was closed before another process heard of it', async () => {
    const { owner } = await seen();
    await loseAll(owner);
    const next = purseOf({ owner });
    await payer.create(next);
    await payer.close(owner, next.id);
    // Too late for the process to see it open.
    await redis.hdel(entriesOf(owner), `purse/${next.id}`);
    assert.equal(await paid(idle, owner), 1000);
  });

  it('is refused though a session with a total is opened, to that as well', async () => {
    const { owner } = await seen();
    await loseAll(owner);
    const own = session(owner);
    await payer.create(own);
    for (const store of [payer, idle]) {
      assert.equal(await paid(store, owner), 'PURSE_UNAVAILABLE');
      assert.equal(await paid(store, owner, { sessionPurse: own.id }), 'PURSE_UNAVAILABLE');
    }
    await payer.create(purseOf({ owner, total: 3 }));
    for (const store of [payer, idle]) {
      assert.equal(await paid(store, owner), 3);
      assert.equal(await paid(store, owner, { sessionPurse: own.id }), 3);
    }
  });

  it('is refused though a child team gets a purse, to that and to every other', async () => {
    const { owner } = await seen();
    await loseAll(owner);
    await payer.create(purseOf({ owner, scope: 'team', childTeamId: firstTeam, total: 4 }));
    for (const store of [payer, idle])
      for (const childTeamId of [undefined, firstTeam, secondTeam])
        assert.equal(await paid(store, owner, { childTeamId }), 'PURSE_UNAVAILABLE');
    await payer.create(purseOf({ owner, total: 7 }));
    for (const store of [payer, idle]) {
      assert.equal(await paid(store, owner, { childTeamId: firstTeam }), 4);
      assert.equal(await paid(store, owner, { childTeamId: secondTeam }), 7);
      assert.equal(await paid(store, owner), 7);
    }
  });

  it('is refused to the child team whose it was, and to no other', async () => {
    const { owner } = await seen({ scope: 'team', childTeamId: firstTeam });
    await loseAll(owner);
    const own = session(owner);
    await payer.create(own);
    for (const store of [payer, idle]) {
      assert.match(
        await refusal(store, owner, { childTeamId: firstTeam }),
        new RegExp(`kith purse create --team ${firstTeam}\\.`),
      );
      assert.equal(await paid(store, owner, { childTeamId: firstTeam, sessionPurse: own.id }), 'PURSE_UNAVAILABLE');
      assert.equal(await paid(store, owner, { childTeamId: secondTeam }), 1000);
      assert.equal(await paid(store, owner), 1000);
    }
  });

  it('still bounds where the list of open ones alone is lost, and is in it again', async () => {
    const { owner, id } = await seen();
    await redis.hdel(entriesOf(owner), 'place/key');
    assert.equal((await idle.openPurse(owner, undefined))?.id, id);
    for (const store of [payer, idle]) assert.equal(await paid(store, owner), 10);
    assert.equal(await paid(await open(), owner), 10);
    assert.equal(await payer.create(purseOf({ owner })), false);
    assert.equal(await payer.close(owner, id), true);
    for (const store of [payer, idle]) assert.equal(await paid(store, owner), 1000);
  });

  it('bounds nothing where it is closed after the list of open ones was lost', async () => {
    const { owner, id } = await seen();
    await redis.hdel(entriesOf(owner), 'place/key');
    assert.equal(await payer.close(owner, id), true);
    for (const store of [payer, idle]) assert.equal(await paid(store, owner), 1000);
  });

  it('leaves its place to the new one when it is found and closed', async () => {
    const { owner, id } = await seen();
    await redis.hdel(entriesOf(owner), 'place/key');
    await payer.create(purseOf({ owner, total: 5 }));
    assert.equal(await payer.close(owner, id), true);
    for (const store of [payer, idle]) assert.equal(await paid(store, owner), 5);
  });

  it('is refused as the key’s, where it alone is lost, by whoever asks, and can be replaced', async () => {
    const { owner, id } = await seen();
    const held = drawOf({ credits: 2 });
    await payer.reserve(owner, held);
    await redis.hdel(entriesOf(owner), `purse/${id}`, `balance/${id}/0`);
    const own = session(owner);
    await payer.create(own);
    // It began when the purse was lost already.
    const late = await open();
    for (const store of [payer, idle, late]) {
      assert.match(await refusal(store, owner), /has lost the purse of this key/);
      assert.equal(await paid(store, owner, { sessionPurse: own.id }), 'PURSE_UNAVAILABLE');
      await assert.rejects(store.openPurse(owner, undefined), /has lost the purse of this key/);
    }
    await payer.settle(owner, { reservation: held.id, spent: 2, uncertain: 0 });
    assert.equal(await paid(late, owner), 'PURSE_UNAVAILABLE');
    assert.equal(await payer.create(purseOf({ owner, total: 5 })), true);
    for (const store of [payer, idle, late]) assert.equal(await paid(store, owner), 5);
  });

  it('is not missed where it was closed before, in any process', async () => {
    const { owner, id } = await seen();
    await payer.close(owner, id);
    assert.equal(await paid(payer, owner), 1000);
    await heard();
    await loseAll(owner);
    for (const store of [payer, idle]) assert.equal(await paid(store, owner), 1000);
  });

  for (const part of ['keys', 'ends'])
    it(`still bounds where the ${part} of its entries alone are lost`, async () => {
      const { owner, id } = await seen();
      await redis.del(`${entriesOf(owner)}:${part}`);
      // Which only reads.
      assert.equal(await paid(idle, owner, { credits: 0 }), 0);
      for (const store of [payer, idle, await open()]) assert.equal(await paid(store, owner), 10);
      assert.equal((await idle.openPurse(owner, undefined))?.id, id);
      assert.equal(await payer.create(purseOf({ owner })), false);
    });
});

describe('a purse that was announced', { skip }, () => {
  it('refuses nobody where it never comes to be', async () => {
    await using opened = new AsyncDisposableStack();
    const redis = opened.adopt(new Redis(redisUrl), (one) => one.disconnect());
    const open = async () => (await openProcess(opened)).store;
    const [maker, other] = [await open(), await open()];
    const owner = randomUUID();
    // Redis takes the announcement, and refuses the entries.
    await redis.set(entriesOf(owner), 'of another type');
    await assert.rejects(maker.create(purseOf({ owner })), /WRONGTYPE/);
    await redis.del(entriesOf(owner));
    await until(() => other.mayBound(owner));
    const payAll = async () => {
      for (const store of [maker, other, await open()]) {
        assert.equal(await paid(store, owner), 1000);
        assert.equal(await paid(store, owner, { childTeamId: firstTeam }), 1000);
      }
    };
    await payAll();
    const own = purseOf({ owner, scope: 'session', total: 5, expiresAt: Date.now() + 60_000 });
    await other.create(own);
    for (const store of [maker, other]) assert.equal(await paid(store, owner, { sessionPurse: own.id }), 5);
    await payAll();
    assert.equal(await maker.create(purseOf({ owner })), true);
    for (const store of [maker, other]) assert.equal(await paid(store, owner), 10);
  });
});
