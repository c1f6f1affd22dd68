import { LRUCache } from 'lru-cache';
import { defaultSettings } from '../../config/read-settings.ts';

/** How much is kept, and for how long. */
export interface CacheOptions {
  /** How long a record is served and kept at all; 0 keeps none. */
  readonly keepMs: number;
  /** How long it is remembered that a name has no record. */
  readonly keepMissingMs: number;
  /** How long a credential is taken to be valid after the upstream last accepted it. */
  readonly trustMs: number;
  /** Records at most, of all credentials together. */
  readonly records: number;
  /** Bytes at most, of all credentials together, as the upstream sent them. */
  readonly bytes: number;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  /** Milliseconds of a clock that graphs which share records have in common. */
  readonly wallNow: () => number;
}

/** Charged once for a record within a minute and a credential; a revoked key is noticed within five seconds. */
export const defaultCache: CacheOptions = {
  ...defaultSettings.credits.cache,
  keepMissingMs: 5_000,
  trustMs: 5_000,
  records: 100_000,
  now: () => performance.now(),
  wallNow: () => Date.now(),
};

/** Cache entry, which gives up its names when it is evicted. */
export interface Evictable {
  forget(): void;
}

/** Entries of all credentials together, in one LRU that is bounded in number, bytes and time. */
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
    // Personal data must not stay just because nobody asks for it again.
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

  /** Whether it may still be served; it then counts as used. */
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
