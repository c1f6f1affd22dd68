import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { ConcurrencyLimit } from '../../../src/http/limits/concurrency-limit.ts';

const waitMs = 60_000;

/** Enters one after the other, and notes who has started. */
function entering(limit: ConcurrencyLimit) {
  const started: string[] = [];
  const enter = (name: string): void => {
    const turn = limit.enter('caller');
    if (turn) void turn.then(() => started.push(name));
    else started.push(name);
  };
  return { started, enter };
}

describe('a concurrency limit that is replaced', () => {
  it('starts who waits when it is higher, in the order of arrival, before anybody who comes later', async () => {
    const limit = new ConcurrencyLimit({ atOnce: 1, waitMs });
    const { started, enter } = entering(limit);
    for (const name of ['first', 'second', 'third', 'fourth']) enter(name);
    assert.deepEqual(started, ['first']);
    limit.replace({ atOnce: 3, waitMs });
    enter('fifth');
    await setImmediate();
    assert.deepEqual(started, ['first', 'second', 'third']);
    for (const next of ['fourth', 'fifth']) {
      limit.leave('caller');
      await setImmediate();
      assert.equal(started.at(-1), next);
    }
    for (let running = 3; running > 0; running -= 1) limit.leave('caller');
    enter('sixth');
    assert.equal(started.at(-1), 'sixth');
  });

  it('starts nobody when it is lower, until as many have ended', async () => {
    const limit = new ConcurrencyLimit({ atOnce: 2, waitMs });
    const { started, enter } = entering(limit);
    for (const name of ['first', 'second', 'third']) enter(name);
    limit.replace({ atOnce: 1, waitMs });
    limit.leave('caller');
    await setImmediate();
    assert.deepEqual(started, ['first', 'second']);
    limit.leave('caller');
    await setImmediate();
    assert.deepEqual(started, ['first', 'second', 'third']);
  });
});
