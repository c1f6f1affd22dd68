import { setImmediate } from 'node:timers/promises';

/** Nothing that a test waits for takes as long, in milliseconds: a test that hangs would hold up all others. */
export const longestMs = 120_000;

/** Resolves once the condition holds, and rejects where it never does. */
export async function until(condition: () => boolean): Promise<void> {
  const end = performance.now() + longestMs;
  while (!condition()) {
    if (performance.now() > end)
      throw new Error(`The condition did not hold within ${longestMs / 1000} s: ${condition}`);
    await setImmediate();
  }
}
