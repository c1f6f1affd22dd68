/** Who waits. */
interface Waiting<Outcome> {
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
}

/**
 * Single-flight entry: waiters are resolved once; the value is not retained, so that it can be collected.
 *
 * Entries are kept in long-lived Maps. V8 leaves behind the tables that such a Map has outgrown, and whatever hangs on
 * them, also what was hung there later, outlives every minor collection: a promise in there would keep its outcome.
 */
export class SingleFlightEntry<Outcome> {
  #waiting: Waiting<Outcome>[] = [];

  /** To be asked for before it lands. */
  wait(): Promise<Outcome> {
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
    this.#waiting.push({ resolve, reject });
    return promise;
  }

  settle(outcome: Outcome): void {
    for (const one of this.#let()) one.resolve(outcome);
  }

  fail(error: unknown): void {
    for (const one of this.#let()) one.reject(error);
  }

  #let(): readonly Waiting<Outcome>[] {
    const waiting = this.#waiting;
    this.#waiting = [];
    return waiting;
  }
}
