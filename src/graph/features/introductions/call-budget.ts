/** Maximum number of calls for one target. */
export const maxCalls = 20;

/**
 * The calls left for one target: `maxCalls` in all, of which at most three for each employer and school, plus one, are
 * searches.
 */
export class CallBudget {
  #searches: number;
  #all = maxCalls;

  constructor(affiliations: number) {
    this.#searches = 3 * affiliations + 1;
  }

  /** Reserves up to `calls` searches, and returns the number granted. */
  search(calls: number): number {
    const granted = Math.min(calls, this.#searches, this.#all);
    this.#searches -= granted;
    this.#all -= granted;
    return granted;
  }

  /** Returns calls that `count` reserved and that were not made. */
  release(calls: number): void {
    this.#all += calls;
  }

  /** As `search`, for head counts and other calls. */
  count(calls = maxCalls): number {
    const granted = Math.min(calls, this.#all);
    this.#all -= granted;
    return granted;
  }
}
