import { LRUCache } from 'lru-cache';
import { defaultSettings } from '../../config/read-settings.ts';

/** Bounds of the cache in size and time. */
export interface CacheOptions {
  /** How long a record is kept and served, in milliseconds; 0 turns the cache off. */
  readonly keepMs: number;
  /** How long a miss (a name without a record) is kept, in milliseconds; at most `keepMs`. */
  readonly keepMissingMs: number;
  /** How long a credential is assumed to be valid after the upstream last accepted it, in milliseconds. */
  readonly trustMs: number;
  /** The most records and misses, of all credentials together. */
  readonly records: number;
  /** The most bytes of records as the upstream sent them, of all credentials together. */
  readonly bytes: number;
  /** Monotonic clock, in milliseconds. */
  readonly now: () => number;
  /** Wall clock, in milliseconds; the ages of shared records depend on it. */
  readonly wallNow: () => number;
}

/** Default bounds; a revoked key is noticed within five seconds (`trustMs`). */
export const defaultCache: CacheOptions = {
  ...defaultSettings.credits.cache,
  keepMissingMs: 5_000,
  trustMs: 5_000,
  records: 100_000,
  // Without a function around each: every call of the upstream and every look-up asks for the time.
  now: performance.now.bind(performance),
  wallNow: Date.now,
};

/** Cache entry; `forget` is called when it is evicted or removed. */
export interface Evictable {
  forget(): void;
}

/** One LRU for the entries of all credentials, bounded in number, bytes and time. */
export class MemoryStore {
  readonly options: CacheOptions;
  readonly #entries: LRUCache<Evictable, Evictable>;
  readonly #sweep: NodeJS.Timeout | undefined;

  constructor(options: CacheOptions) {
    this.options = options;
    this.#entries = new LRUCache<Evictable, Evictable>({
      max: options.records,
      maxSize: options.bytes,
      perf: { now: options.now },
      ttlResolution: 0,
      dispose: (entry) => entry.forget(),
    });
    // The LRU removes expired entries only on access; personal data must expire without one.
    if (options.keepMs > 0)
      this.#sweep = setInterval(() => this.#entries.purgeStale(), Math.max(1000, options.keepMs / 4)).unref();
  }

  get records(): number {
    return this.#entries.size;
  }

  get bytes(): number {
    return this.#entries.calculatedSize;
  }

  put(entry: Evictable, bytes: number, ms: number): void {
    if (ms > 0) this.#entries.set(entry, entry, { size: Math.max(1, Math.ceil(bytes)), ttl: ms });
  }

  /** Whether the entry is still cached and has not expired; marks it as recently used. */
  holds(entry: Evictable): boolean {
    return this.#entries.get(entry) !== undefined;
  }

  drop(entry: Evictable): void {
    this.#entries.delete(entry);
  }

  close(): void {
    clearInterval(this.#sweep);
    this.#entries.clear();
  }
}
