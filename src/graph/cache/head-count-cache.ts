import { LRUCache } from 'lru-cache';
import type { CacheOptions } from './memory-store.ts';

/** The most head counts of one credential. */
const most = 500;

/** Recent head counts of one credential, by company and time; they expire after `keepMs`, as records do. */
export class HeadCountCache {
  readonly #options: CacheOptions;
  #counts: LRUCache<string, number> | undefined;

  constructor(options: CacheOptions) {
    this.#options = options;
  }

  /** Undefined if none is cached that is at most `maxAgeMs` old. */
  get(key: string, maxAgeMs = Number.POSITIVE_INFINITY): number | undefined {
    const { keepMs } = this.#options;
    const counts = this.#counts;
    if (!counts || maxAgeMs <= 0) return undefined;
    return keepMs - counts.getRemainingTTL(key) <= maxAgeMs ? counts.get(key) : undefined;
  }

  set(key: string, count: number): void {
    const { keepMs, now } = this.#options;
    if (keepMs <= 0) return;
    this.#counts ??= new LRUCache({ max: most, ttl: keepMs, ttlResolution: 0, perf: { now } });
    this.#counts.set(key, count);
  }

  clear(): void {
    this.#counts?.clear();
  }
}
