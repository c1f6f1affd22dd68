import type { TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { longestMs } from '../until.ts';

/**
 * Asks while the timers stand still, and lets so many milliseconds pass at once when what is asked is under way: a time-out
 * that comes neither before the call was sent on a busy machine nor after a real wait.
 */
export async function timedOut<Answer>(
  { mock: { timers } }: TestContext,
  milliseconds: number,
  ask: () => Promise<Answer>,
  underWay: () => boolean,
): Promise<Answer> {
  timers.enable({ apis: ['setTimeout'] });
  const asked = ask();
  const end = performance.now() + longestMs;
  // `until` waits by a timer where it takes long, and those stand still.
  while (!underWay()) {
    if (performance.now() > end) throw new Error(`It was not under way within ${longestMs / 1000} s: ${underWay}`);
    await nextTurn();
  }
  timers.tick(milliseconds);
  timers.reset();
  return await asked;
}
