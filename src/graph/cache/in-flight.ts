/** Something under way that several wait for. */
interface Flight<Outcome> {
  readonly outcome: Promise<Outcome>;
  readonly abandoned: AbortController;
  /** Those who wait, but for any who can't leave, for whom it goes on to its end. */
  waiting: number;
  readonly land: (() => void)[];
}

/**
 * What is under way, by credential and name: whoever asks for the same meanwhile waits for the one answer, or the one
 * failure. Nothing is kept when it has come. The name must hold all that the answer depends on beside the key. It ends
 * early when all have left who wait for it.
 */
export class InFlight<Outcome> {
  readonly #byKey = new Map<string, Map<string, Flight<Outcome>>>();

  /** Begins it, unless it is under way; the one who began it is told so. */
  join(
    apiKey: string,
    name: string,
    begin: (abandoned: AbortSignal) => Promise<Outcome>,
    leaving: AbortSignal | undefined,
  ): { readonly first: boolean; readonly outcome: Promise<Outcome> } {
    const known = this.#byKey.get(apiKey)?.get(name);
    const flight = known ?? this.#depart(apiKey, name, begin);
    flight.waiting += 1;
    if (leaving) {
      const leave = (): void => {
        flight.waiting -= 1;
        if (flight.waiting > 0) return;
        this.#remove(apiKey, name, flight);
        flight.abandoned.abort();
      };
      if (leaving.aborted) leave();
      else {
        leaving.addEventListener('abort', leave, { once: true });
        flight.land.push(() => leaving.removeEventListener('abort', leave));
      }
    }
    return { first: known === undefined, outcome: flight.outcome };
  }

  /** Nobody joins what is under way any more, of one key or at all: what it tells may no longer be so. */
  cut(apiKey?: string): void {
    if (apiKey === undefined) this.#byKey.clear();
    else this.#byKey.delete(apiKey);
  }

  #depart(apiKey: string, name: string, begin: (abandoned: AbortSignal) => Promise<Outcome>): Flight<Outcome> {
    const abandoned = new AbortController();
    const flight: Flight<Outcome> = { outcome: begin(abandoned.signal), abandoned, waiting: 0, land: [] };
    const flights = this.#byKey.get(apiKey) ?? new Map<string, Flight<Outcome>>();
    this.#byKey.set(apiKey, flights.set(name, flight));
    const land = (): void => {
      this.#remove(apiKey, name, flight);
      for (const one of flight.land) one();
    };
    flight.outcome.then(land, land);
    return flight;
  }

  #remove(apiKey: string, name: string, flight: Flight<Outcome>): void {
    const flights = this.#byKey.get(apiKey);
    if (flights?.get(name) !== flight) return;
    flights.delete(name);
    if (flights.size === 0) this.#byKey.delete(apiKey);
  }
}
