import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { until } from '../until.ts';

/**
 * Asks, and ends the time-outs of up to so many milliseconds once what is asked is under way: neither before the call was sent on
 * a busy machine nor after a real wait. All other timers are real: of Node's mocked ones, clearing one that was left from an earlier
 * mock drops another timer.
 */
export async function timedOut<Answer>(
  { mock }: TestContext,
  milliseconds: number,
  ask: () => Promise<Answer>,
  underWay: () => boolean,
): Promise<Answer> {
  const { setTimeout: start, clearTimeout: stop } = globalThis;
  const timeOuts = new Map<unknown, () => void>();
  const mocks = [
    mock.method(globalThis, 'setTimeout', (call: () => void, ms: number, ...rest: readonly unknown[]) => {
      const timer = start(call, ms, ...rest);
      if (ms > milliseconds / 2 && ms <= milliseconds) timeOuts.set(timer, call);
      return timer;
    }),
    mock.method(globalThis, 'clearTimeout', (timer: NodeJS.Timeout) => {
      timeOuts.delete(timer);
      stop(timer);
    }),
  ];
  let asked: Promise<Answer>;
  try {
    let isAnswered = false;
    asked = ask().finally(() => {
      isAnswered = true;
    });
    // It is awaited further on.
    asked.catch(() => undefined);
    await until(() => isAnswered || underWay());
    if (isAnswered) assert.fail(`It was answered before it was under way: ${JSON.stringify(await asked)}`);
  } finally {
    for (const { mock: one } of mocks) one.restore();
  }
  for (const [timer, call] of timeOuts) {
    stop(timer as NodeJS.Timeout);
    call();
  }
  return await asked;
}
