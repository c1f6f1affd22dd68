import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';

/** Nothing that a test waits for takes as long, in milliseconds: a test that hangs would hold up all others. */
export const longestMs = 120_000;

/** What holds soon is seen with the next turn of the event loop; the rest each millisecond, so that what is waited for has the CPU. */
const soon = 50;

/** Resolves once the condition holds, and rejects where it never does. */
export async function until(condition: () => boolean): Promise<void> {
  const end = performance.now() + longestMs;
  for (let turns = 0; !condition(); turns += 1) {
    if (performance.now() > end)
      throw new Error(`The condition did not hold within ${longestMs / 1000} s: ${condition}`);
    await (turns < soon ? nextTurn() : pause(1));
  }
}
