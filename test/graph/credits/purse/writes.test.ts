import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { setImmediate as endOfTurn } from 'node:timers/promises';
import pino from 'pino';
import { PurseRefused } from '../../../../src/graph/credits/purse/purse-refused.ts';
import { stored } from '../../../../src/graph/features/index.ts';
import { Database } from '../../../../src/graph/state/database.ts';
import { openState } from '../../../../src/graph/state/open-state.ts';
import { PurseStore } from '../../../../src/graph/state/purses/purse-store.ts';
import { drawOf, purseOf } from '../../../support/graph/purse.ts';
import { testSeal } from '../../../support/graph/seal.ts';
import { openWire } from '../../../support/network/wire.ts';
import { longestMs } from '../../../support/until.ts';

const { KITH_TEST_REDIS_URL: redisUrl } = process.env;
const skip = redisUrl ? false : 'KITH_TEST_REDIS_URL names no Redis';

describe('what payments that come together are written with', () => {
  it('is one commit of the embedded store; if that takes none, nothing stays reserved', async () => {
    using database = new Database(':memory:');
    const state = await openState({
      families: stored.families,
      seal: testSeal,
      redisUrl: undefined,
      database,
      now: Date.now,
      log: pino({ level: 'silent' }),
    });
    const troubles: unknown[] = [];
    const store = await PurseStore.open({ state, now: Date.now, onTrouble: (error) => troubles.push(error) });
    const owner = randomUUID();
    const purse = purseOf({ owner, total: 100 });
    await store.create(purse);
    await Promise.all([1, 2, 3].map((credits) => store.reserve(owner, drawOf({ credits }))));
    assert.equal((await store.purse(owner, purse.id))?.held, 6);
    const [held, balance] = await Promise.all(
      ['held/', 'balance/'].map((prefix) => state.list(`purses:${owner}`, { prefix })),
    );
    assert.equal(held?.[0]?.value.match(/fetchProfiles/g)?.length, 3);
    assert.equal(held?.[0]?.version, balance?.[0]?.version);

    database.run`PRAGMA query_only = ON`;
    const [unbounded, ...answers] = await Promise.all([
      store.reserve(randomUUID(), drawOf({ credits: 6 })),
      ...[4, 5].map((credits) => store.reserve(owner, drawOf({ credits }))),
    ]);
    assert.ok(answers.every((answer) => answer instanceof PurseRefused));
    assert.match(String(troubles[0]), /attempt to write a readonly database/);
    assert.equal(troubles.length, 1);
    assert.equal((await store.purse(owner, purse.id))?.held, 6);
    assert.deepEqual(unbounded, { credits: 6, purses: [] });

    database.run`PRAGMA query_only = OFF`;
    await store.end();
    assert.equal((await store.purse(owner, purse.id))?.held, 6);
    await state.close();
  });

  it('is one step of Redis, and what comes while a step is under way goes in the next', {
    skip,
    timeout: longestMs,
  }, async () => {
    await using opened = new AsyncDisposableStack();
    let sent: string[] = [];
    const wire = opened.use(await openWire(new URL(redisUrl ?? ''), { onSent: (text) => sent.push(text) }));
    const database = opened.use(new Database(':memory:'));
    const log = pino({ level: 'silent' });
    const state = opened.adopt(
      await openState({ families: stored.families, seal: testSeal, redisUrl: wire.url, database, now: Date.now, log }),
      (one) => one.close(),
    );
    const troubles: unknown[] = [];
    const store = await PurseStore.open({ state, now: Date.now, onTrouble: (error) => troubles.push(error) });
    opened.defer(() => store.end());
    const owner = randomUUID();
    const purse = purseOf({ owner, total: 100 });
    await store.create(purse);
    const reserve = async (credits: number) => {
      const answer = await store.reserve(owner, drawOf({ credits }));
      return answer instanceof PurseRefused ? 'refused' : answer.credits;
    };
    // The process's first step begins its heartbeat, and has Redis learn the script.
    assert.equal(await reserve(1), 1);

    sent = [];
    const steps = () =>
      sent
        .join('')
        .split(/\r\nevalsha\r\n/i)
        .filter((one) => one.includes(owner));
    wire.hold();
    const first = [reserve(2), reserve(3)];
    // A step takes what comes within two turns.
    await endOfTurn();
    await endOfTurn();
    const second = [reserve(4)];
    await endOfTurn();
    second.push(reserve(5));
    await endOfTurn();
    wire.release();
    assert.deepEqual(await Promise.all([...first, ...second]), [2, 3, 4, 5]);
    assert.equal(steps().length, 2);
    // Each step writes what is in flight: the first payment, and two more by each.
    assert.deepEqual(
      steps().map((step) => step.match(/fetchProfiles/g)?.length),
      [3, 5],
    );

    // Steps that fail keep none back, and are told once.
    await wire.cut();
    const lost = [reserve(6)];
    await endOfTurn();
    lost.push(reserve(7));
    assert.deepEqual(await Promise.all(lost), ['refused', 'refused']);
    await wire.mend();
    while ((await reserve(8)) !== 8);
    const held = 1 + 2 + 3 + 4 + 5 + 8;
    while ((await store.purse(owner, purse.id))?.held !== held);
    assert.equal(troubles.length, 1);
  });
});
