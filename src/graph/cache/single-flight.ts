import { type AbortSignalLike, LightAbortController } from '../../client/abort.ts';

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

/** A single-flight entry that is aborted when all its waiters have been aborted. */
class AbandonableEntry<Outcome> extends SingleFlightEntry<Outcome> {
  readonly abandoned = new LightAbortController();
  /** Waiters that are not aborted; one without a signal keeps the call running to its end. */
  waiting = 0;
  #detach: (() => void)[] = [];

  /** Calls `abandon` when the last waiter's signal is aborted. */
  subscribe(signal: AbortSignalLike | undefined, abandon: () => void): void {
    this.waiting += 1;
    if (!signal) return;
    const leave = (): void => {
      this.waiting -= 1;
      if (this.waiting === 0) abandon();
    };
    if (signal.aborted) leave();
    else {
      signal.addEventListener('abort', leave);
      this.#detach.push(() => signal.removeEventListener('abort', leave));
    }
  }

  /** Removes the listeners on the waiters' signals. */
  release(): void {
    for (const detach of this.#detach) detach();
    this.#detach = [];
  }
}

/**
 * Single flight, by API key and name: equal calls made while one is in flight share its answer or error, which is not
 * retained. The name must include everything but the key that the answer depends on. The call is aborted when the
 * signals of all its waiters are.
 */
export class SingleFlight<Outcome> {
  readonly #byKey = new Map<string, Map<string, AbandonableEntry<Outcome>>>();

  /** Joins the call in flight, or starts one (`first`). */
  run(
    apiKey: string,
    name: string,
    begin: (abandoned: AbortSignalLike) => Promise<Outcome>,
    signal: AbortSignalLike | undefined,
  ): { readonly first: boolean; readonly outcome: Promise<Outcome> } {
    const known = this.#byKey.get(apiKey)?.get(name);
    const entry = known ?? new AbandonableEntry<Outcome>();
    const outcome = known ? known.wait() : this.#start(apiKey, name, entry, begin);
    entry.subscribe(signal, () => {
      this.#remove(apiKey, name, entry);
      entry.abandoned.abort();
    });
    return { first: !known, outcome };
  }

  /** Detaches the calls in flight of one key, or all, so that later calls do not join them: their data may be stale. */
  cut(apiKey?: string): void {
    if (apiKey === undefined) this.#byKey.clear();
    else this.#byKey.delete(apiKey);
  }

  #start(
    apiKey: string,
    name: string,
    entry: AbandonableEntry<Outcome>,
    begin: (abandoned: AbortSignalLike) => Promise<Outcome>,
  ): Promise<Outcome> {
    const outcome = begin(entry.abandoned);
    let pending = this.#byKey.get(apiKey);
    if (!pending) {
      pending = new Map();
      this.#byKey.set(apiKey, pending);
    }
    pending.set(name, entry);
    const release = (): void => {
      this.#remove(apiKey, name, entry);
      entry.release();
    };
    outcome.then(
      (value) => {
        release();
        entry.settle(value);
      },
      (error: unknown) => {
        release();
        entry.fail(error);
      },
    );
    return outcome;
  }

  #remove(apiKey: string, name: string, entry: AbandonableEntry<Outcome>): void {
    const pending = this.#byKey.get(apiKey);
    if (pending?.get(name) !== entry) return;
    pending.delete(name);
    if (pending.size === 0) this.#byKey.delete(apiKey);
  }
}
