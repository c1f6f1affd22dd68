/** Calls for one target, at most. */
export const maxCalls = 20;

/**
 * The free calls that may still be made for one target: searches for bridges number three for each employer and school and
 * one, and with the target's record and head counts all are 20 at most.
 */
export class CallBudget {
  #searches: number;
  #all = maxCalls;

  constructor(affiliations: number) {
    this.#searches = 3 * affiliations + 1;
  }

  /** Reserves up to so many calls that search for bridges, and returns how many may be made. */
  search(calls: number): number {
    const granted = Math.min(calls, this.#searches, this.#all);
    this.#searches -= granted;
    this.#all -= granted;
    return granted;
  }

  /** Gives back calls that were reserved by `count`, and not made. */
  release(calls: number): void {
    this.#all += calls;
  }

  /** As `search`, for head counts. */
  count(calls = maxCalls): number {
    const granted = Math.min(calls, this.#all);
    this.#all -= granted;
    return granted;
  }
}
