import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * A FIFO queue that releases one task per turn of the event loop, so that short requests are answered between two long
 * ones, not after all of them.
 */
export class EventLoopQueue {
  #last: Promise<void> = Promise.resolve();

  /** Resolves in a turn of the event loop that no other task of this queue gets. */
  take(): Promise<void> {
    this.#last = this.#last.then(() => nextTurn());
    return this.#last;
  }
}
