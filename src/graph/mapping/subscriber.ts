import type { TaskEvent } from './event.ts';

/** Somebody who is told of a task's events, in order. */
export interface Follower {
  /** The status behind which it begins (`rankOf`); nothing for the present state and all that follows. */
  readonly after: number | undefined;
  /** Not called again after an event with an `end`. */
  see(event: TaskEvent): void;
  /** There is nothing more to tell, as the follower had seen the end before it came. Not called again. */
  complete(): void;
  /** The task can't be followed any more. Not called again. */
  fail(error: Error): void;
}

/** What is told in passing, and is out of date once there is something newer to tell. */
const passing: readonly TaskEvent['kind'][] = ['TROUBLE', 'RECOVERY', 'HEARTBEAT'];

/**
 * A follower as an iterator. Whoever reads slowly loses no status, of which a task has few; what is told in passing
 * gives way to what comes after it. So no more than a handful of events ever waits, and nobody has to be cut off.
 */
export class TaskEvents implements Follower, AsyncIterableIterator<TaskEvent> {
  readonly after: number | undefined;
  readonly #onLeave: () => void;
  readonly #waiting: TaskEvent[] = [];
  #failure: Error | undefined;
  #ended = false;
  #wake: (() => void) | undefined;

  constructor(after: number | undefined, onLeave: () => void) {
    this.after = after;
    this.#onLeave = onLeave;
  }

  see(event: TaskEvent): void {
    if (this.#ended) return;
    const last = this.#waiting.at(-1);
    // A reader that has not taken the last event needs no sign of life.
    if (last && event.kind === 'HEARTBEAT') return;
    if (last && passing.includes(last.kind)) this.#waiting.pop();
    this.#waiting.push(event);
    if (event.end) this.#ended = true;
    this.#wake?.();
  }

  complete(): void {
    this.#ended = true;
    this.#wake?.();
  }

  fail(error: Error): void {
    this.#failure = error;
    this.complete();
  }

  async next(): Promise<IteratorResult<TaskEvent>> {
    for (;;) {
      const event = this.#waiting.shift();
      if (event) return { done: false, value: event };
      const failure = this.#failure;
      this.#failure = undefined;
      if (failure) throw failure;
      if (this.#ended) {
        this.#onLeave();
        return { done: true, value: undefined };
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  async return(): Promise<IteratorResult<TaskEvent>> {
    this.#waiting.length = 0;
    this.complete();
    this.#onLeave();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
