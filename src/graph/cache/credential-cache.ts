import type { Company } from '../../contract/record/company.ts';
import type { Profile } from '../../contract/record/profile.ts';
import { HeadCountCache } from './head-count-cache.ts';
import type { MemoryStore } from './memory-store.ts';
import { RecordCache } from './record-cache.ts';
import type { CacheScope, SharedRecords } from './shared-cache.ts';

/** What operations of one credential (upstream, whole key, team) share: records paid for, and loads in flight. */
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
    this.profiles = new RecordCache(store, shared?.recordCache(scope, 'profile'));
    this.companies = new RecordCache(store, shared?.recordCache(scope, 'company'));
    this.headCounts = new HeadCountCache(store.options);
  }

  get now(): number {
    return this.#store.options.now();
  }

  /** Notes that the upstream accepted the credential in a call that began then. */
  accepted(at: number): void {
    if (at > this.#acceptedAt) this.#acceptedAt = at;
    this.#proven?.();
    this.#proven = undefined;
  }

  /**
   * Resolves once the upstream has accepted the credential lately: by a call that was made anyway, or by `ask`, a free
   * one, once for all who wait. Rejects as `ask` does.
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

  /** Notes that somebody is in the credential's network. */
  sawNetwork(): void {
    this.#networkSeenAt = this.now;
  }

  /** Whether somebody was in it lately: as records, no longer ago than they are kept, or than `maxAgeMs`. */
  hadNetwork(maxAgeMs = Number.POSITIVE_INFINITY): boolean {
    return this.now - this.#networkSeenAt < Math.min(this.#store.options.keepMs, maxAgeMs);
  }

  /** Forgets all records; how many there were. */
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
