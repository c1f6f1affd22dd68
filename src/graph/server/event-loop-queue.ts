import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * A queue of which each turn of the event loop takes one, in order: what is short is answered between two long ones, and not
 * after all of them.
 */
export class EventLoopQueue {
  #last: Promise<void> = Promise.resolve();

  /** Resolves in a turn that is nobody else's. */
  take(): Promise<void> {
    this.#last = this.#last.then(() => nextTurn());
    return this.#last;
  }
}
