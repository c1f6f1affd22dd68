import { setTimeout as wait } from 'node:timers/promises';
import type { TaskStore } from './store/task-store.ts';

/** How soon a replica that waits for another's turn to end looks again. */
const waitMs = 100;

interface Options {
  readonly journal: TaskStore;
  /** For how long a turn is held before it is taken again; a replica that dies holds it so much longer. */
  readonly turnMs: number;
  readonly onJournalTrouble: (error: unknown) => void;
}

/** One after another does what has the same name: in this process, and among replicas that share a journal. */
export class Mutex {
  readonly #options: Options;
  /** The last in line, by name. */
  readonly #last = new Map<string, Promise<unknown>>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Resolves, or rejects, as `act` does. */
  async take<Value>(name: string, act: () => Promise<Value>): Promise<Value> {
    const next = () => this.#leased(name, act);
    // However the one before ends.
    const turn = this.#last.get(name)?.then(next, next) ?? next();
    this.#last.set(name, turn);
    try {
      return await turn;
    } finally {
      if (this.#last.get(name) === turn) this.#last.delete(name);
    }
  }

  async #leased<Value>(name: string, act: () => Promise<Value>): Promise<Value> {
    const { journal, turnMs, onJournalTrouble } = this.#options;
    const lease = () =>
      journal.lease(name, turnMs).catch((error: unknown) => {
        // Without the journal each replica acts for itself.
        onJournalTrouble(error);
        return true;
      });
    while (!(await lease())) await wait(waitMs);
    const renewing = setInterval(lease, turnMs / 3);
    try {
      return await act();
    } finally {
      clearInterval(renewing);
      await journal.release(name).catch(onJournalTrouble);
    }
  }
}
