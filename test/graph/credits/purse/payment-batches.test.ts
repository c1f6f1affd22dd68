import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as endOfTurn } from 'node:timers/promises';
import { PurseRefused } from '../../../../src/graph/credits/purse/purse-refused.ts';
import { PaymentBatches, type PurseChanges } from '../../../../src/graph/state/purses/payment-batches.ts';
import { drawOf } from '../../../support/graph/purse.ts';
import { until } from '../../../support/until.ts';

/** Batches over a store that is there or not, whose pauses end when the test says so. */
function openBatches() {
  const all = {
    isThere: true,
    now: 0,
    /** What the store was sent, whether it took that or not. */
    steps: [] as (PurseChanges & { readonly owner: string; readonly isTaken: boolean })[],
    warnings: [] as string[],
    /** Of each retry that is not due yet. */
    pauses: [] as { readonly ms: number; readonly end: () => void }[],
  };
  const book = async (owner: string, { settlements, draws }: PurseChanges) => {
    all.steps.push({ owner, settlements: [...settlements], draws, isTaken: all.isThere });
    await endOfTurn();
    if (!all.isThere) throw new Error('Connection is closed.');
    return draws.map(({ credits }) => ({ credits, purses: [] }));
  };
  const pause = (ms: number, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      all.pauses.push({ ms, end: resolve });
      if (signal.aborted) resolve();
      else signal.addEventListener('abort', () => resolve());
    });
  const batches = new PaymentBatches(
    book,
    (error) => all.warnings.push(error instanceof Error ? error.message : String(error)),
    () => all.now,
    pause,
  );
  /** Ends the pauses there are, and waits for as many retries. */
  const retry = async () => {
    const due = all.pauses.splice(0);
    for (const { end } of due) end();
    for (let turn = 0; turn < 5; turn += 1) await endOfTurn();
    return due.map(({ ms }) => ms);
  };
  return Object.assign(all, { batches, retry });
}

const owners = Array.from({ length: 50 }, (_, number) => `owner ${number}`);

describe('payments, while their store is not there', () => {
  it('are settled by one loop for each key, and are told once, then once a minute', async () => {
    const store = openBatches();
    const { batches } = store;
    const paid = owners.map((owner) => ({ owner, id: drawOf().id }));
    for (const { owner, id } of paid) await batches.reserve(owner, drawOf({ id }));
    store.isThere = false;
    const settled = paid.map(({ owner, id }) => batches.settle(owner, { reservation: id, spent: 1, uncertain: 0 }));
    const refused: string[] = [];
    for (let round = 0; round < 20; round += 1)
      await Promise.all(
        owners.map(async (owner) => {
          const draw = drawOf();
          assert.ok((await batches.reserve(owner, draw)) instanceof PurseRefused);
          refused.push(draw.id);
        }),
      );
    assert.equal(store.pauses.length, owners.length);
    assert.deepEqual(store.warnings, ['Connection is closed.']);

    for (const pauseMs of [100, 200, 400, 800, 1600, 3200, 6400, 10_000, 10_000]) {
      store.steps.length = 0;
      assert.deepEqual(await store.retry(), Array(owners.length).fill(pauseMs));
      assert.equal(store.steps.length, owners.length);
    }
    assert.equal(store.warnings.length, 1);
    for (const minutes of [1, 2]) {
      store.now = minutes * 60_000;
      await store.retry();
      await store.retry();
      assert.equal(store.warnings.length, 1 + minutes);
      assert.equal(
        store.warnings.at(-1),
        '1050 settlements of 50 keys wait until they are taken: Connection is closed.',
      );
    }

    store.isThere = true;
    store.steps.length = 0;
    await store.retry();
    await Promise.all(settled);
    const taken = store.steps.flatMap(({ settlements }) => settlements);
    assert.deepEqual(
      taken.map(({ reservation }) => reservation).toSorted(),
      [...paid.map(({ id }) => id), ...refused].toSorted(),
    );
    assert.equal(store.steps.length, owners.length);
    assert.equal(store.pauses.length, 0);

    // Another outage is told anew.
    store.isThere = false;
    await batches.reserve('owner 0', drawOf());
    assert.deepEqual(store.warnings.slice(3), ['Connection is closed.']);
    await batches.end();
  });

  it('are settled a thousand in a step, one step after the other', async () => {
    const store = openBatches();
    store.isThere = false;
    const ended = Array.from({ length: 2500 }, (_, number) =>
      store.batches.settle('owner', { reservation: `${number}`, spent: 1, uncertain: 0 }),
    );
    await until(() => store.pauses.length === 1);
    store.isThere = true;
    store.steps.length = 0;
    const waits = [...(await store.retry()), ...(await store.retry()), ...(await store.retry())];
    await Promise.all(ended);
    assert.deepEqual(waits, [100, 0, 0]);
    assert.deepEqual(
      store.steps.map(({ settlements }) => settlements.length),
      [1000, 1000, 500],
    );
  });

  it('are settled as soon as a payment of the key is booked again', async () => {
    const store = openBatches();
    store.isThere = false;
    const settled = store.batches.settle('owner', { reservation: 'waiting', spent: 1, uncertain: 0 });
    await until(() => store.pauses.length === 1);
    store.isThere = true;
    assert.ok(!((await store.batches.reserve('owner', drawOf())) instanceof PurseRefused));
    await settled;
    assert.deepEqual(
      store.steps.filter(({ isTaken }) => isTaken).map(({ settlements, draws }) => [settlements.length, draws.length]),
      [
        [0, 1],
        [1, 0],
      ],
    );
  });

  it('are sent a last time when the process ends', async () => {
    const store = openBatches();
    store.isThere = false;
    await store.batches.reserve('owner', drawOf());
    const late = store.batches.settle('owner', { reservation: 'late', spent: 1, uncertain: 0 });
    store.steps.length = 0;
    await store.batches.end();
    await late;
    // The late one's step; then what waited, and what joined it while that was under way.
    assert.ok(store.steps.length <= 3, `${store.steps.length} steps`);
    assert.equal(store.steps.at(-1)?.settlements.at(-1)?.reservation, 'late');
    assert.equal(store.warnings.length, 1);
  });
});
