/** The settling functions of a waiter's promise. */
interface Waiter<Outcome> {
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
}

/**
 * Single-flight entry: waiters are resolved once; the value is not retained, so that it can be collected.
 *
 * A major garbage collection moves entries in flight to the old generation. Until the next one, whatever they reference
 * survives every minor collection: a promise would retain its outcome, an answer of many records.
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
