import { type AbortSignalLike, LightAbortController } from '../../client/abort.ts';
import { Flight } from './flight.ts';

/** A flight that ends early when all have left who wait for it. */
class SharedFlight<Outcome> extends Flight<Outcome> {
  readonly abandoned = new LightAbortController();
  /** Those who wait, but for any who can't leave, for whom it goes on to its end. */
  waiting = 0;
  #staying: (() => void)[] = [];

  /** Calls `abandon` when the last one leaves. */
  aboard(leaving: AbortSignalLike | undefined, abandon: () => void): void {
    this.waiting += 1;
    if (!leaving) return;
    const leave = (): void => {
      this.waiting -= 1;
      if (this.waiting === 0) abandon();
    };
    if (leaving.aborted) leave();
    else {
      leaving.addEventListener('abort', leave);
      this.#staying.push(() => leaving.removeEventListener('abort', leave));
    }
  }

  /** Nobody needs to leave any more. */
  arrive(): void {
    for (const stay of this.#staying) stay();
    this.#staying = [];
  }
}

/**
 * What is under way, by credential and name: whoever asks for the same meanwhile waits for the one answer, or the one
 * failure. Nothing is kept when it has come. The name must hold all that the answer depends on beside the key. It ends
 * early when all have left who wait for it.
 */
export class SingleFlight<Outcome> {
  readonly #byKey = new Map<string, Map<string, SharedFlight<Outcome>>>();

  /** Begins it, unless it is under way; the one who began it is told so. */
  join(
    apiKey: string,
    name: string,
    begin: (abandoned: AbortSignalLike) => Promise<Outcome>,
    leaving: AbortSignalLike | undefined,
  ): { readonly first: boolean; readonly outcome: Promise<Outcome> } {
    const known = this.#byKey.get(apiKey)?.get(name);
    const flight = known ?? new SharedFlight<Outcome>();
    const outcome = known ? known.wait() : this.#depart(apiKey, name, flight, begin);
    flight.aboard(leaving, () => {
      this.#remove(apiKey, name, flight);
      flight.abandoned.abort();
    });
    return { first: !known, outcome };
  }

  /** Nobody joins what is under way any more, of one key or at all: what it tells may no longer be so. */
  cut(apiKey?: string): void {
    if (apiKey === undefined) this.#byKey.clear();
    else this.#byKey.delete(apiKey);
  }

  #depart(
    apiKey: string,
    name: string,
    flight: SharedFlight<Outcome>,
    begin: (abandoned: AbortSignalLike) => Promise<Outcome>,
  ): Promise<Outcome> {
    const outcome = begin(flight.abandoned);
    const flights = this.#byKey.get(apiKey) ?? new Map<string, SharedFlight<Outcome>>();
    this.#byKey.set(apiKey, flights.set(name, flight));
    const arrive = (): void => {
      this.#remove(apiKey, name, flight);
      flight.arrive();
    };
    outcome.then(
      (value) => {
        arrive();
        flight.land(value);
      },
      (error: unknown) => {
        arrive();
        flight.fail(error);
      },
    );
    return outcome;
  }

  #remove(apiKey: string, name: string, flight: SharedFlight<Outcome>): void {
    const flights = this.#byKey.get(apiKey);
    if (flights?.get(name) !== flight) return;
    flights.delete(name);
    if (flights.size === 0) this.#byKey.delete(apiKey);
  }
}
