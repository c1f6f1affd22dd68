import type { Company } from '../../contract/record/company.ts';
import type { Profile } from '../../contract/record/profile.ts';
import { HeadCountCache } from './head-count-cache.ts';
import type { MemoryStore } from './memory-store.ts';
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
  #acceptedAt = Number.NEGATIVE_INFINITY;
  #networkSeenAt = Number.NEGATIVE_INFINITY;
  #confirming: Promise<void> | undefined;
  #proven: (() => void) | undefined;

  /** `onProven` is called once, when the upstream first accepts the credential. */
  constructor(store: MemoryStore, scope: CacheScope, shared: SharedRecords | undefined, onProven: () => void) {
    this.#store = store;
    this.#proven = onProven;
    this.owner = scope.key;
    this.profiles = new RecordCache(store, shared?.recordCache(scope, 'profile'), shared?.keeps);
    this.companies = new RecordCache(store, shared?.recordCache(scope, 'company'), shared?.keeps);
    this.headCounts = new HeadCountCache(store.options);
  }

  get now(): number {
    return this.#store.options.now();
  }

  /** Records that the upstream accepted the credential in a call that began at `at`. */
  accepted(at: number): void {
    if (at > this.#acceptedAt) this.#acceptedAt = at;
    this.#proven?.();
    this.#proven = undefined;
  }

  /**
   * Resolves if the upstream accepted the credential in the last `trustMs`; else calls `ask`, a free call that
   * concurrent callers share, and rejects as it does.
   */
  confirm(ask: () => Promise<unknown>): Promise<void> {
    if (this.now - this.#acceptedAt <= this.#store.options.trustMs) return Promise.resolve();
    this.#confirming ??= ask()
      .then(() => undefined)
      .finally(() => {
        this.#confirming = undefined;
      });
    return this.#confirming;
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
    this.#proven = undefined;
    this.#acceptedAt = Number.NEGATIVE_INFINITY;
    this.headCounts.clear();
    this.profiles.close();
    this.companies.close();
  }
}
