import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { longestMs } from '../until.ts';

/**
 * Asks while the timers are mocked, and lets a time-out of so many milliseconds pass once what is asked is under way: it comes
 * neither before the call was sent on a busy machine nor after a real wait. Before that, the timers run until half of the time-out,
 * since a call whose connection was lost is sent again after a pause.
 */
export async function timedOut<Answer>(
  { mock: { timers } }: TestContext,
  milliseconds: number,
  ask: () => Promise<Answer>,
  underWay: () => boolean,
): Promise<Answer> {
  timers.enable({ apis: ['setTimeout'] });
  try {
    let isAnswered = false;
    const asked = ask().finally(() => {
      isAnswered = true;
    });
    // It is awaited further on.
    asked.catch(() => undefined);
    const began = performance.now();
    let passedMs = 0;
    while (!underWay()) {
      const elapsedMs = performance.now() - began;
      if (isAnswered) assert.fail(`It was answered before it was under way: ${JSON.stringify(await asked)}`);
      if (elapsedMs > longestMs) throw new Error(`It was not under way within ${longestMs / 1000} s: ${underWay}`);
      const runsToMs = Math.floor(Math.min(elapsedMs, milliseconds / 2));
      timers.tick(runsToMs - passedMs);
      passedMs = runsToMs;
      await nextTurn();
    }
    timers.tick(milliseconds);
    timers.reset();
    return await asked;
  } finally {
    // What closes later waits by real timers, however this ends.
    timers.reset();
  }
}
