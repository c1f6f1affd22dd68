import { setImmediate as nextTurn } from 'node:timers/promises';

/** Work in one turn of the event loop before the rest waits for later turns, in milliseconds. */
const budgetMs = 10;

/**
 * Divides long work among turns of the event loop: pieces of work that take a turn each run at once while the turn has
 * time left, and in later turns, in order, once it has not.
 */
class Turns {
  #startedAt: number | undefined;
  #last: Promise<void> | undefined;

  /** Resolves when the next piece of work may run. */
  take(): Promise<void> | undefined {
    if (!this.#last && !this.#isUsed()) return undefined;
    const turn = (this.#last ?? Promise.resolve()).then(async () => {
      while (this.#isUsed()) await nextTurn();
      if (this.#last === turn) this.#last = undefined;
    });
    this.#last = turn;
    return turn;
  }

  /** Whether the present turn has no time left. */
  #isUsed(): boolean {
    const now = performance.now();
    if (this.#startedAt === undefined) {
      this.#startedAt = now;
      setImmediate(() => {
        this.#startedAt = undefined;
      });
    }
    return now - this.#startedAt > budgetMs;
  }
}

/** The one instance per process. */
export const turns = new Turns();
