import { LRUCache } from 'lru-cache';
import type { Company } from '../../contract/record/company.ts';
import type { Profile } from '../../contract/record/profile.ts';
import type { CacheOptions, MemoryStore } from './memory-store.ts';
import { RecordCache } from './record-cache.ts';
import type { CacheScope, SharedRecords } from './shared-cache.ts';

/** Cache of one credential (upstream, whole key, team), shared by its operations: paid records and loads in flight. */
export class CredentialCache {
  readonly profiles: RecordCache<Profile>;
  readonly companies: RecordCache<Company>;
  readonly headCounts: HeadCountCache;
  /** The keyed hash of the API key. */
  readonly owner: string;
  readonly #store: MemoryStore;
  #networkSeenAt = Number.NEGATIVE_INFINITY;

  constructor(store: MemoryStore, scope: CacheScope, shared: SharedRecords | undefined) {
    this.#store = store;
    this.owner = scope.key;
    this.profiles = new RecordCache(store, shared?.recordCache(scope, 'profile'), shared?.keeps);
    this.companies = new RecordCache(store, shared?.recordCache(scope, 'company'), shared?.keeps);
    this.headCounts = new HeadCountCache(store.options);
  }

  get now(): number {
    return this.#store.options.now();
  }

  /** Records that the credential's network is not empty. */
  sawNetwork(): void {
    this.#networkSeenAt = this.now;
  }

  /** Whether the network was seen not to be empty, at most `keepMs` and `maxAgeMs` ago. */
  hadNetwork(maxAgeMs = Number.POSITIVE_INFINITY): boolean {
    return this.now - this.#networkSeenAt < Math.min(this.#store.options.keepMs, maxAgeMs);
  }

  /** Hosts of people's pages, as records show them. */
  readonly pageHosts = new Set<string>();

  /** Removes everything; returns the number of records and misses that were cached. */
  clear(): number {
    this.#networkSeenAt = Number.NEGATIVE_INFINITY;
    this.headCounts.clear();
    return this.profiles.clear() + this.companies.clear();
  }

  close(): void {
    this.headCounts.clear();
    this.profiles.close();
    this.companies.close();
  }
}

const most = 500;

/** Recent head counts of one credential, by company and time; they expire after `keepMs`, as records do. */
class HeadCountCache {
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
