import type { Clock } from '../../src/graph/state/sessions/session-token.ts';

/** A clock that stands still until the test moves it. */
export class ManualClock implements Clock {
  #now = Date.now();
  readonly #waiting = new Set<{ readonly time: number; readonly call: () => void }>();
  #next = Promise.withResolvers<void>();

  now(): number {
    return this.#now;
  }

  at(time: number, call: () => void): () => void {
    const one = { time, call };
    this.#next.resolve();
    this.#next = Promise.withResolvers();
    if (time <= this.#now) setImmediate(call);
    else this.#waiting.add(one);
    return () => this.#waiting.delete(one);
  }

  /** Calls that wait for their time. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Resolves when a call is next scheduled: what does its work at intervals is done for now. */
  get scheduled(): Promise<void> {
    return this.#next.promise;
  }

  advance(ms: number): void {
    this.#now += ms;
    for (const one of this.#waiting)
      if (one.time <= this.#now) {
        this.#waiting.delete(one);
        one.call();
      }
  }
}
