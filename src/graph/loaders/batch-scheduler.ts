/**
 * Decides when waiting loads leave. Records cost credits and calls, so a load of them leaves only once nothing free
 * that could still add ids is in flight, and once the resolvers that are ready have all spoken: then one call takes
 * them all.
 */
export class BatchScheduler {
  #inFlight = 0;
  #armed = false;
  readonly #free: (() => void)[] = [];
  readonly #paid: (() => void)[] = [];

  /** Schedules a batch of free look-ups. */
  readonly scheduleFree = (leave: () => void): void => {
    this.#free.push(leave);
    this.#arm();
  };

  /** Schedules a batch of paid look-ups. */
  readonly schedulePaid = (leave: () => void): void => {
    this.#paid.push(leave);
    this.#arm();
  };

  /** Runs a free call; paid loads wait until it has answered. */
  async during<T>(call: () => Promise<T>): Promise<T> {
    this.#inFlight += 1;
    try {
      return await call();
    } finally {
      this.#inFlight -= 1;
      this.#arm();
    }
  }

  #arm(): void {
    if (this.#armed || (this.#free.length === 0 && this.#paid.length === 0)) return;
    this.#armed = true;
    // An immediate runs after every microtask: whatever an answer has set off has then called its loaders.
    setImmediate(() => {
      this.#armed = false;
      for (const leave of this.#free.splice(0)) leave();
      if (this.#inFlight === 0) for (const leave of this.#paid.splice(0)) leave();
    });
  }
}
