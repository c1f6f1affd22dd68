/** Maximum and initial budget, in retries. */
const most = 20;

/** What each call adds: in the long run, retries are at most a fifth of all calls. */
const perCall = 0.2;

/** Retry budget for all calls together, so that retries do not multiply the load of a failing upstream. */
export class RetryBudget {
  #left = most;

  /** Counts a call. */
  call(): void {
    this.#left = Math.min(most, this.#left + perCall);
  }

  /** Takes a retry from the budget; false if it is used up. */
  retry(): boolean {
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
