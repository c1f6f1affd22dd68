import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Has what is long taken up one in a turn of the event loop, in order: what else has come meanwhile is answered between two
 * of them, and not after all.
 */
export class Turns {
  #last: Promise<void> = Promise.resolve();

  /** Resolves in a turn that is nobody else's. */
  take(): Promise<void> {
    this.#last = this.#last.then(() => nextTurn());
    return this.#last;
  }
}
