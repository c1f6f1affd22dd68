/** The two ends of a waiter's promise. */
interface Waiter<Outcome> {
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
}

/**
 * Single-flight entry: waiters are resolved once; the value is not retained, so that it can be collected.
 *
 * A full collection makes all that is in flight part of the old generation, this entry too, and until the next one whatever it
 * holds outlives every minor collection: a promise would hold its outcome, an answer of many records, and bring on the next.
 */
export class SingleFlightEntry<Outcome> {
  #waiters: Waiter<Outcome>[] = [];

  /** Must be called before the entry settles. */
  wait(): Promise<Outcome> {
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
    this.#waiters.push({ resolve, reject });
    return promise;
  }

  settle(outcome: Outcome): void {
    for (const one of this.#takeWaiters()) one.resolve(outcome);
  }

  fail(error: unknown): void {
    for (const one of this.#takeWaiters()) one.reject(error);
  }

  #takeWaiters(): readonly Waiter<Outcome>[] {
    const waiters = this.#waiters;
    this.#waiters = [];
    return waiters;
  }
}
