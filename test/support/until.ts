import { setImmediate } from 'node:timers/promises';

/** Resolves once the condition holds; the test's own time-out ends it where it never does. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await setImmediate();
}
