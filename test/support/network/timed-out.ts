import type { TestContext } from 'node:test';
import { until } from '../until.ts';

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
  await until(underWay);
  timers.tick(milliseconds);
  timers.reset();
  return await asked;
}
