import { randomUUID } from 'node:crypto';
import type { StateStore } from './state-store.ts';

/** Interval at which the epoch of a shared store is read, in milliseconds. */
const readMs = 1000;

/** Interval between heartbeats, in milliseconds. A rollback of the store is detected by a missing heartbeat. */
const beatMs = 10_000;

/** How long the epoch stays confirmed while the store does not respond, in milliseconds. */
const confirmedMs = 15_000;

const partition = 'store';

/**
 * A random id created with a store: a store that was lost, flushed or restored from a backup gets another.
 *
 * A shared store is polled each second. A store that was rolled back still has its id, but not the latest heartbeat
 * that a process has seen: this starts a new epoch. A restore of the SQLite file by a command starts one itself
 * (`beginEpoch`).
 */
export class StoreEpoch {
  readonly #store: StateStore;
  #current: string;
  #confirmedAt = performance.now();
  #beatAt = Number.NEGATIVE_INFINITY;
  /** The version of the latest heartbeat seen. */
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

  /** False if a shared store has not responded for 15 seconds. */
  get isConfirmed(): boolean {
    return !this.#store.isShared || performance.now() - this.#confirmedAt < confirmedMs;
  }

  /** Calls back when the epoch changes; the returned function unsubscribes. */
  whenChanged(call: () => void): () => void {
    this.#listeners.add(call);
    return () => this.#listeners.delete(call);
  }

  /** Reads the epoch from the store; rejects if it does not respond. */
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
      // Only heartbeats that were read count: another process may have written a later one.
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

/** The store's epoch; a new one if it has none or still has `replaced`. */
const replaceEpoch = (store: StateStore, replaced: string | undefined): Promise<string> => {
  const made = randomUUID();
  return store.update(partition, (read) => {
    const epoch = read('epoch');
    if (epoch !== undefined && epoch !== replaced) return { value: epoch };
    return { value: made, writes: new Map([['epoch', { value: made }]]) };
  });
};

/** Starts a new epoch, after a restore. */
export async function beginEpoch(store: StateStore): Promise<void> {
  await store.put(partition, 'epoch', randomUUID());
}
