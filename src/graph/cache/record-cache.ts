import { InvalidationGuard } from './invalidation-guard.ts';
import type { Evictable, MemoryStore } from './memory-store.ts';
import type { FetchedRecord, Names } from './record-key.ts';
import type { FetchedRecords, SharedLookup, SharedRecordCache } from './shared-cache.ts';
import { SingleFlightEntry } from './single-flight-entry.ts';

/** A record, or the knowledge that there is none (undefined), as it was at a moment. */
export interface CacheHit<Fetched> {
  readonly record: Fetched | undefined;
  readonly at: number;
}

/** The outcome of a pending load, for one identifier. `unsent`: its operation left before anything was sent. */
export type FetchResult<Fetched> = { readonly record: Fetched | undefined } | { readonly error: Error } | 'unsent';

/** The outcomes of one load, by identifier. */
export type FetchResults<Fetched> = (key: string) => FetchResult<Fetched>;

/** A load in flight, as the operation that sends it completes it. */
export interface PendingFetch<Fetched> {
  /**
   * Stores an answer's records, here and where graphs share them, but for what was invalidated since the fetch began.
   * `bytes` is the size of a record; the version token is the one of the last look-up.
   */
  store(fetched: FetchedRecords<Fetched>, bytes: number, versionToken: string | undefined): Promise<void>;
  /** Resolves all waiters. */
  settle(results: FetchResults<Fetched>): void;
}

class Entry<Fetched> implements CacheHit<Fetched>, Evictable {
  readonly record: Fetched | undefined;
  readonly at: number;
  readonly names: string[] = [];
  readonly #byName: Map<string, Entry<Fetched>>;

  constructor(record: Fetched | undefined, at: number, byName: Map<string, Entry<Fetched>>) {
    this.record = record;
    this.at = at;
    this.#byName = byName;
  }

  name(key: string): void {
    this.names.push(key);
    this.#byName.set(key, this);
  }

  forget(): void {
    for (const name of this.names) if (this.#byName.get(name) === this) this.#byName.delete(name);
  }
}

/**
 * The records of one kind that one credential has paid for lately, under all their names, and those that it is loading
 * now. Nothing here is ever seen by another credential.
 */
export class RecordCache<Fetched extends FetchedRecord> {
  readonly #store: MemoryStore;
  readonly #byName = new Map<string, Entry<Fetched>>();
  readonly #pending = new Map<string, SingleFlightEntry<FetchResults<Fetched>>>();
  readonly #guards = new Map<InvalidationGuard, InvalidationGuard>();
  readonly #shared: SharedRecordCache<Fetched> | undefined;
  #closed = false;

  constructor(store: MemoryStore, shared: SharedRecordCache<Fetched> | undefined) {
    this.#store = store;
    this.#shared = shared;
  }

  /** Whether other graphs may hold what this one does not. */
  get isShared(): boolean {
    return this.#shared !== undefined;
  }

  /**
   * What graphs share under these keys, none older than `maxAgeMs`; it enters this cache. The version token is for what is
   * loaded from here on; it is undefined where nothing can be shared at the moment.
   */
  async lookUp(
    keys: readonly string[],
    maxAgeMs: number | undefined,
    namesOf: (record: Fetched) => Names,
  ): Promise<{ readonly versionToken: string | undefined; readonly hits: ReadonlyMap<string, CacheHit<Fetched>> }> {
    const guard = this.#guard();
    const { versionToken, found }: SharedLookup<Fetched> = (await this.#shared?.lookUp(keys)) ?? {
      versionToken: undefined,
      found: new Map(),
    };
    this.#guards.delete(guard);
    const hits = new Map<string, CacheHit<Fetched>>();
    const entered = new Set<Fetched>();
    for (const [key, { record, ageMs, bytes }] of found) {
      if (maxAgeMs !== undefined && ageMs > maxAgeMs) continue;
      hits.set(key, { record, at: this.#store.options.now() - ageMs });
      if (record !== undefined && entered.has(record)) continue;
      if (record !== undefined) entered.add(record);
      const records = record === undefined ? [] : [{ record, names: namesOf(record) }];
      this.#take(guard.stillValid({ records, missing: record === undefined ? [key] : [] }), bytes, ageMs);
    }
    return { versionToken, hits };
  }

  /** What is held under an identifier's key, unless it is older than `maxAgeMs`. */
  get(key: string, maxAgeMs: number | undefined): CacheHit<Fetched> | undefined {
    const held = this.#byName.get(key);
    if (!held || !this.#store.holds(held)) return undefined;
    if (maxAgeMs !== undefined && this.#store.options.now() - held.at > maxAgeMs) return undefined;
    return held;
  }

  /** Other names by which the record that a key names has been known lately, though it be too old to be served. */
  namesOf(key: string): readonly string[] {
    return this.#byName.get(key)?.names ?? none;
  }

  #take({ records, missing }: FetchedRecords<Fetched>, bytes: number, ageMs = 0): void {
    for (const { record, names } of records) this.#put(record, names, bytes, ageMs);
    for (const key of missing) this.#putMissing(key, ageMs);
  }

  /** Takes in a record as the upstream sent it, under all its names. */
  #put(record: Fetched, { attributed, own }: Names, bytes: number, ageMs: number): void {
    const { keepMs, now } = this.#store.options;
    if (this.#closed || keepMs === 0) return;
    // What was held of the same record is older.
    for (const name of own) this.#drop(name, record.id);
    const entry = new Entry(record, now() - ageMs, this.#byName);
    for (const name of attributed) entry.name(name);
    // What a record says of itself never takes a name from another record.
    for (const name of own) if (!this.#byName.get(name)?.record) entry.name(name);
    this.#store.put(entry, bytes, keepMs - ageMs);
  }

  /** Remembers for a while that an identifier has no record. */
  #putMissing(key: string, ageMs: number): void {
    const { keepMs, keepMissingMs, now } = this.#store.options;
    if (this.#closed || keepMs === 0) return;
    const held = this.#byName.get(key);
    if (held) this.#store.drop(held);
    const entry = new Entry<Fetched>(undefined, now() - ageMs, this.#byName);
    entry.name(key);
    this.#store.put(entry, key.length, Math.min(keepMs, keepMissingMs) - ageMs);
  }

  /** The load of an identifier that is in flight, of whichever operation. */
  pendingLoad(key: string): SingleFlightEntry<FetchResults<Fetched>> | undefined {
    return this.#pending.get(key);
  }

  /** Announces a load under all names that its records are known by; it must be settled, whatever comes of it. */
  announce(keys: readonly string[]): PendingFetch<Fetched> {
    const guard = this.#guard();
    const pendingLoad = new SingleFlightEntry<FetchResults<Fetched>>();
    for (const key of keys) this.#pending.set(key, pendingLoad);
    return {
      store: async (fetched, bytes, versionToken) => {
        const stillValid = guard.stillValid(fetched);
        this.#take(stillValid, bytes);
        if (versionToken !== undefined) await this.#shared?.put(versionToken, stillValid);
      },
      settle: (results) => {
        this.#guards.delete(guard);
        for (const key of keys) if (this.#pending.get(key) === pendingLoad) this.#pending.delete(key);
        pendingLoad.settle(results);
      },
    };
  }

  /**
   * Forgets the record that an identifier names; whether there was one. Waiters of a pending load still get it, but
   * nobody joins them any more, and it is not kept.
   */
  forget(key: string): boolean {
    const held = this.#byName.get(key);
    const names = [key, ...(held?.names ?? none)];
    for (const guard of this.#guards.values()) guard.forget(names);
    for (const name of names) this.#pending.delete(name);
    if (held) this.#store.drop(held);
    return held !== undefined;
  }

  /** Forgets all, as `forget` does; how many records and misses there were. */
  clear(): number {
    for (const guard of this.#guards.values()) guard.forgetAll();
    this.#pending.clear();
    const held = new Set(this.#byName.values());
    for (const entry of held) this.#store.drop(entry);
    return held.size;
  }

  #guard(): InvalidationGuard {
    const guard = new InvalidationGuard();
    this.#guards.set(guard, guard);
    return guard;
  }

  /** Rejects further writes and clears the cache. */
  close(): void {
    this.#closed = true;
    this.clear();
  }

  #drop(name: string, id: string | null | undefined): void {
    const held = this.#byName.get(name);
    if (held?.record && held.record.id === id) this.#store.drop(held);
  }
}

const none: readonly string[] = [];
