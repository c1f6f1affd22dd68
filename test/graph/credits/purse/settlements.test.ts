import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { Settlement } from '../../../../src/graph/state/purses/payment.ts';
import { Settlements } from '../../../../src/graph/state/purses/settlements.ts';
import { until } from '../../../support/until.ts';

/** Settlements in a store that is there or not, whose pauses end when the test says so. */
function openSettlements() {
  const all = {
    isThere: true,
    now: 0,
    taken: [] as string[],
    tries: 0,
    warnings: [] as string[],
    /** Ends the pause that there is. */
    pauses: [] as (() => void)[],
  };
  const settle = async (_: string, { reservation }: Settlement) => {
    all.tries += 1;
    const { isThere } = all;
    await endOfTurn();
    if (!isThere) throw outage;
    all.taken.push(reservation);
  };
  const pause = (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      all.pauses.push(resolve);
      if (signal.aborted) resolve();
      else signal.addEventListener('abort', () => resolve());
    });
  const settlements = new Settlements(
    settle,
    (error) => all.warnings.push(error instanceof Error ? error.message : String(error)),
    () => all.now,
    pause,
  );
  /** Ends the pause, and waits for the retries. */
  const retry = async () => {
    for (const end of all.pauses.splice(0)) end();
    for (let turn = 0; turn < 5; turn += 1) await endOfTurn();
  };
  return Object.assign(all, { settlements, retry });
}

const outage = new Error('Connection is closed.');
const settlementOf = (reservation: string) => ({ reservation, spent: 1, uncertain: 0 });
const ids = Array.from({ length: 50 }, (_, number) => `reservation ${number}`);

describe('settlements, while their store is not there', () => {
  it('are all sent again after one pause, and are logged once, then once a minute', async () => {
    const store = openSettlements();
    const { settlements } = store;
    store.isThere = false;
    const settled = ids.map((id, at) => settlements.add(`owner ${at % 5}`, settlementOf(id)));
    await until(() => store.warnings.length > 0);
    // It may be reserved, or not.
    settled.push(settlements.add('owner 0', settlementOf('failed before'), outage));
    assert.equal(store.tries, ids.length);
    for (let round = 1; round <= 10; round += 1) {
      assert.equal(store.pauses.length, 1);
      await store.retry();
      assert.equal(store.tries, ids.length + round * (ids.length + 1));
    }
    assert.deepEqual(store.warnings, ['Connection is closed.']);
    for (const minutes of [1, 2]) {
      store.now = minutes * 60_000;
      await store.retry();
      await store.retry();
      assert.equal(store.warnings.length, 1 + minutes);
      assert.equal(store.warnings.at(-1), '51 settlements wait to be stored: Connection is closed.');
    }

    store.isThere = true;
    await store.retry();
    await Promise.all(settled);
    assert.deepEqual(store.taken.toSorted(), [...ids, 'failed before'].toSorted());
    assert.equal(store.pauses.length, 0);

    // Another outage is logged again.
    store.isThere = false;
    void settlements.add('owner 0', settlementOf('another'));
    await until(() => store.warnings.length > 3);
    assert.deepEqual(store.warnings.slice(3), ['Connection is closed.']);
    await settlements.end();
  });

  it('are sent a last time when the process ends', async () => {
    const store = openSettlements();
    store.isThere = false;
    const waiting = store.settlements.add('owner', settlementOf('waiting'));
    await until(() => store.pauses.length === 1);
    const late = store.settlements.add('owner', settlementOf('late'));
    store.isThere = true;
    await store.settlements.end();
    await Promise.all([waiting, late]);
    assert.deepEqual(store.taken.toSorted(), ['late', 'waiting']);

    store.isThere = false;
    const tries = store.tries;
    const lost = store.settlements.add('owner', settlementOf('lost'));
    await store.settlements.end();
    await lost;
    assert.equal(store.tries, tries + 2);
    assert.equal(store.taken.length, 2);
  });
});
