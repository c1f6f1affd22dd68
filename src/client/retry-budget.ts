/** Retries that are held at most, and that there are at the beginning. */
const most = 20;

/** What each call adds: retries are a fifth of all calls at most, in the long run. */
const perCall = 0.2;

/** Bounds the retries of all calls together, so that an upstream in trouble is not asked several times as much. */
export class RetryBudget {
  #left = most;

  /** A call is made. */
  call(): void {
    this.#left = Math.min(most, this.#left + perCall);
  }

  /** Whether a retry may be made; it then is. */
  retry(): boolean {
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
