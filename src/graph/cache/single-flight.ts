import { type AbortSignalLike, LightAbortController } from '../../client/abort.ts';
import { SingleFlightEntry } from './single-flight-entry.ts';

/** A single-flight entry whose work is aborted when all who wait for it have left. */
class AbandonableEntry<Outcome> extends SingleFlightEntry<Outcome> {
  readonly abandoned = new LightAbortController();
  /** Waiters that can leave; one that cannot keeps the call running to its end. */
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
 * Single flight, by API key and name: equal calls while one is in flight wait for its answer, or its failure, which is not
 * retained. The name must hold all that the answer depends on beside the key. The call is aborted when all its waiters have
 * left.
 */
export class SingleFlight<Outcome> {
  readonly #byKey = new Map<string, Map<string, AbandonableEntry<Outcome>>>();

  /** Starts it, unless it is under way; `first` says who started it. */
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

  /** Detaches calls in flight, of one key or all, so that nobody joins them: their answers may be stale. */
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
