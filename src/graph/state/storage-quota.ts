import { LRUCache } from 'lru-cache';

/** What one owner may store over all features: 100,000 targets without notes fit, sealed. */
export const maxOwnerBytes = 24 * 1024 * 1024;

/** Minimum interval between two measurements of an owner that has reached the quota, in milliseconds. */
const measureMs = 1000;

/** The owner has reached the quota; nothing was stored. */
export class QuotaReached extends Error {
  constructor() {
    super(`would leave more than ${maxOwnerBytes / 1024 / 1024} MB stored for this key: delete what is not needed.`);
  }
}

/** The history of an owner's use (receipts, purchases) has its own quota, so that it takes no space from stored lists. */
export const historyOf = (owner: string): string => `history:${owner}`;

interface Stored {
  /** Upper bound of the stored bytes: the measured size plus all writes since. */
  bytes: number;
  measuredAt: number;
}

/**
 * A quota of bytes per owner. Bounds by number do not bound the memory that a read takes. Usage is measured in the store
 * at first and when the sum of the writes reaches the quota, so most writes measure nothing; processes that share a store
 * see each other's writes at the next measurement.
 */
export class StorageQuota {
  readonly #measure: (owner: string) => Promise<number>;
  readonly #now: () => number;
  readonly #owners = new LRUCache<string, Stored>({ max: 10_000 });

  constructor(measure: (owner: string) => Promise<number>, now: () => number = () => performance.now()) {
    this.#measure = measure;
    this.#now = now;
  }

  /** @throws {QuotaReached} */
  async admit(owner: string, bytes: number): Promise<void> {
    let stored = this.#owners.get(owner);
    const isDue = !stored || (stored.bytes + bytes > maxOwnerBytes && this.#now() - stored.measuredAt > measureMs);
    if (isDue || !stored) {
      stored = { bytes: await this.#measure(owner), measuredAt: this.#now() };
      this.#owners.set(owner, stored);
    }
    if (stored.bytes + bytes > maxOwnerBytes) throw new QuotaReached();
    stored.bytes += bytes;
  }
}
