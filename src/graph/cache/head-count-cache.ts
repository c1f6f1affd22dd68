import { LRUCache } from 'lru-cache';
import type { CacheOptions } from './memory-store.ts';

/** Head counts of one credential, at most. */
const most = 500;

/** Head counts of companies that one credential has asked for lately, by company and time; as old as records may be. */
export class HeadCountCache {
  readonly #options: CacheOptions;
  #counts: LRUCache<string, number> | undefined;

  constructor(options: CacheOptions) {
    this.#options = options;
  }

  /** Undefined where none is held that is young enough. */
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
