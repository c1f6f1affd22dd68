import { randomUUID } from 'node:crypto';
import type { StateStore } from './state-store.ts';

/** How often the epoch of a store that others share is read, in milliseconds. */
const readMs = 1000;

/** How often a beat is written, by which a store that was set back is recognised, in milliseconds. */
const beatMs = 10_000;

/** For how long the epoch counts as known while the store does not answer, in milliseconds. */
const confirmedMs = 15_000;

const partition = 'store';

/**
 * A random id that is made together with a store, so that one that is lost, flushed or restored from a backup has another.
 *
 * A store that graphs share is asked for it each second. One that was set back to an earlier copy still has its id, but not
 * the latest beat that a process has seen there: a new epoch begins. A file that a command restores begins one at once
 * (`beginEpoch`).
 */
export class StoreEpoch {
  readonly #store: StateStore;
  #current: string;
  #confirmedAt = performance.now();
  #beatAt = Number.NEGATIVE_INFINITY;
  /** The version of the latest beat that was seen. */
  #seen = 0;
  readonly #listeners = new Set<() => void>();
  #reading: NodeJS.Timeout | undefined;

  private constructor(store: StateStore, current: string) {
    this.#store = store;
    this.#current = current;
  }

  static async open(store: StateStore): Promise<StoreEpoch> {
    const epoch = new StoreEpoch(store, await replaceEpoch(store, undefined));
    if (!store.isShared) return epoch;
    await epoch.read();
    epoch.#reading = setInterval(() => void epoch.read().catch(() => undefined), readMs).unref();
    return epoch;
  }

  get current(): string {
    return this.#current;
  }

  /** False once a store that others share has not answered for 15 seconds. */
  get isConfirmed(): boolean {
    return !this.#store.isShared || performance.now() - this.#confirmedAt < confirmedMs;
  }

  /** Calls back when another epoch begins; the result cancels it. */
  whenChanged(call: () => void): () => void {
    this.#listeners.add(call);
    return () => this.#listeners.delete(call);
  }

  /** Reads the epoch from the store now; rejects if it does not answer. */
  async read(): Promise<void> {
    const store = this.#store;
    const asked = performance.now();
    const [beat] = await store.list(partition, { prefix: 'beat' });
    const wasSetBack = (beat?.version ?? 0) < this.#seen;
    const epoch = await replaceEpoch(store, wasSetBack ? this.#current : undefined);
    this.#seen = Math.max(this.#seen, beat?.version ?? 0);
    if (wasSetBack || asked - this.#beatAt >= beatMs) {
      this.#beatAt = asked;
      await store.put(partition, 'beat', '');
      // Only a beat that was read counts: others may have written later ones.
      this.#seen = wasSetBack ? 0 : this.#seen;
    }
    this.#confirmedAt = asked;
    if (epoch === this.#current) return;
    this.#current = epoch;
    for (const call of this.#listeners) call();
  }

  close(): void {
    clearInterval(this.#reading);
    this.#listeners.clear();
  }
}

/** The store's epoch; a new one if it has none, or still has `replaced`. */
const replaceEpoch = (store: StateStore, replaced: string | undefined): Promise<string> => {
  const made = randomUUID();
  return store.update(partition, (read) => {
    const epoch = read('epoch');
    if (epoch !== undefined && epoch !== replaced) return { value: epoch };
    return { value: made, writes: new Map([['epoch', { value: made }]]) };
  });
};

/** Begins another epoch, in a store that was restored. */
export async function beginEpoch(store: StateStore): Promise<void> {
  await store.put(partition, 'epoch', randomUUID());
}
