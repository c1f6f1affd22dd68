import { provenance } from '../../client/lazy-records.ts';
import type { Evictable, MemoryStore } from './memory-store.ts';
import { type FetchedRecord, type IdentifierKind, isUuidKey, kindOfAll, type Names } from './record-key.ts';
import type { FetchedRecords, LoadClaim, SharedLookup, SharedRecordCache } from './shared-cache.ts';
import { SingleFlightEntry } from './single-flight.ts';

/** A cached record, or a cached miss (undefined); `at` is when it was received, by the monotonic clock. */
export interface CacheHit<Fetched> {
  readonly record: Fetched | undefined;
  readonly at: number;
}

/** Where a record came from. A record has it as a member: a map of all records would take longer than to index one. */
interface Provenance {
  /** When the upstream sent it, in milliseconds since 1970. */
  readonly fetchedAt: number;
  /** Whether it lacks the team's tags and lists. */
  readonly isKept: boolean;
}

/** The outcome of a pending load for one identifier. `unsent`: the operation stopped before it sent the request. */
export type FetchResult<Fetched> = { readonly record: Fetched | undefined } | { readonly error: Error } | 'unsent';

/** The outcomes of one load, by identifier. */
export type FetchResults<Fetched> = (key: string) => FetchResult<Fetched>;

/** Another load in flight, under all names that are known of its records. */
export interface LoadInFlight<Fetched> {
  /** Those that are sent, one for each record. */
  readonly names: readonly string[];
  /** The kind of all of them; undefined if they are of several. */
  readonly kind: IdentifierKind | undefined;
  readonly load: SingleFlightEntry<FetchResults<Fetched>>;
}

/** A load in flight, completed by the operation that announced it. */
export interface PendingFetch<Fetched> {
  /** The loads that were announced earlier. To wait only for these is no deadlock. */
  readonly earlier: readonly LoadInFlight<Fetched>[];
  /**
   * Stores an answer's records in this cache and the shared one, except those invalidated since the load was announced.
   *
   * @param bytes the size of one record
   * @param versionToken that of the last look-up; undefined: not stored in the shared cache
   */
  store(fetched: FetchedRecords<Fetched>, bytes: number, versionToken: string | undefined): Promise<void> | undefined;
  /** Lets others load these keys, which another graph loads: one of them may repeat that load. Waiters look again. */
  release(keys: Iterable<string>): void;
  /** Resolves all waiters and ends the load. */
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
 * Cache of the records of one kind that one credential has paid for, under all their names, and of its loads in flight.
 * It is never shared with another credential.
 */
export class RecordCache<Fetched extends FetchedRecord> {
  readonly #store: MemoryStore;
  readonly #byName = new Map<string, Entry<Fetched>>();
  readonly #pending = new Map<string, SingleFlightEntry<FetchResults<Fetched>>>();
  /** Loads in flight that may be joined under other names; none after an invalidation, which names the record otherwise. */
  readonly #joinable = new Set<LoadInFlight<Fetched>>();
  readonly #guards = new Set<InvalidationGuard>();
  readonly #shared: SharedRecordCache<Fetched> | undefined;
  /** Whether some records are served without the team's tags and lists. */
  readonly keeps: boolean;
  #closed = false;

  constructor(store: MemoryStore, shared: SharedRecordCache<Fetched> | undefined, keeps = false) {
    this.#store = store;
    this.#shared = shared;
    this.keeps = keeps;
  }

  /** When the upstream sent a record, in milliseconds since 1970; undefined if it was not loaded through this cache. */
  fetchedAt(record: object): number | undefined {
    return marked(record)[provenance]?.fetchedAt;
  }

  /** Whether a record was kept, and so lacks the team's tags and lists. */
  isKept(record: object): boolean {
    return this.keeps && marked(record)[provenance]?.isKept === true;
  }

  /** Counts kept records that were served instead of being paid for. */
  noteKept(records: number): void {
    this.#shared?.noteKept(records);
  }

  /**
   * Claims loads among the graphs that share the cache; undefined if there are none, or they cannot be reached.
   *
   * @param token the same for a repeated load, which takes over the claim of the first one
   */
  async claim(keys: readonly string[], token: string | undefined): Promise<LoadClaim | undefined> {
    return this.#shared?.claim(keys, token);
  }

  /** Whether another graph still loads one of these keys. */
  async isClaimed(keys: readonly string[]): Promise<boolean> {
    return (await this.#shared?.isClaimed(keys)) ?? false;
  }

  /** Whether there is a shared cache, which may have records that this one lacks. */
  get isShared(): boolean {
    return this.#shared !== undefined;
  }

  /**
   * Looks keys up in the shared cache and copies the hits that are at most `maxAgeMs` old into this one. The version
   * token is for the `store` of later loads; it is undefined if the shared cache is not available.
   */
  async lookUp(
    keys: readonly string[],
    maxAgeMs: number | undefined,
    ownNames: (record: Fetched) => readonly string[],
  ): Promise<{ readonly versionToken: string | undefined; readonly hits: ReadonlyMap<string, CacheHit<Fetched>> }> {
    const guard = this.#guard();
    const { versionToken, found }: SharedLookup<Fetched> = (await this.#shared?.lookUp(keys)) ?? {
      versionToken: undefined,
      found: new Map(),
    };
    this.#guards.delete(guard);
    const hits = new Map<string, CacheHit<Fetched>>();
    const foundAs = new Map<Fetched, { readonly keys: string[]; readonly bytes: number; readonly ageMs: number }>();
    const { now, wallNow } = this.#store.options;
    for (const [key, { record, ageMs, bytes, isKept = false }] of found) {
      if (maxAgeMs !== undefined && ageMs > maxAgeMs) continue;
      if (record !== undefined && !mayBear(ownNames(record), key)) continue;
      hits.set(key, { record, at: now() - ageMs });
      if (record === undefined) this.#take(guard.stillValid({ records: [], missing: [key] }), bytes, ageMs);
      else {
        marked(record)[provenance] = { fetchedAt: wallNow() - ageMs, isKept };
        const entry = foundAs.get(record) ?? { keys: [], bytes, ageMs };
        entry.keys.push(key);
        foundAs.set(record, entry);
      }
    }
    for (const [record, { keys: attributed, bytes, ageMs }] of foundAs) {
      const names = { attributed, own: ownNames(record) };
      this.#take(guard.stillValid({ records: [{ record, names }], missing: [] }), bytes, ageMs);
    }
    return { versionToken, hits };
  }

  /** The entry of an identifier's key, unless it has expired or is older than `maxAgeMs`. */
  get(key: string, maxAgeMs: number | undefined): CacheHit<Fetched> | undefined {
    const held = this.#byName.get(key);
    if (!held || !this.#store.holds(held)) return undefined;
    if (maxAgeMs !== undefined && this.#store.options.now() - held.at > maxAgeMs) return undefined;
    return held;
  }

  /** All names of the record cached under a key, the key included; it may be expired, if it is not swept yet. */
  namesOf(key: string): readonly string[] {
    return this.#byName.get(key)?.names ?? none;
  }

  #take({ records, missing }: FetchedRecords<Fetched>, bytes: number, ageMs = 0): void {
    for (const { record, names } of records) this.#put(record, names, bytes, ageMs);
    for (const key of missing) this.#putMissing(key, ageMs);
  }

  /** Stores a record under all its names. */
  #put(record: Fetched, { attributed, own }: Names, bytes: number, ageMs: number): void {
    const { keepMs, now } = this.#store.options;
    if (this.#closed || keepMs === 0) return;
    // An entry of the same record is older.
    for (const name of own) this.#drop(name, record.id);
    const entry = new Entry(record, now() - ageMs, this.#byName);
    for (const name of attributed) entry.name(name);
    // A record's own claim to a name never takes the name from another record.
    for (const name of own) if (!this.#byName.get(name)?.record) entry.name(name);
    this.#store.put(entry, bytes, this.isKept(record) ? keepMs : keepMs - ageMs);
  }

  /** Stores a miss. */
  #putMissing(key: string, ageMs: number): void {
    const { keepMs, keepMissingMs, now } = this.#store.options;
    if (this.#closed || keepMs === 0) return;
    const held = this.#byName.get(key);
    if (held) this.#store.drop(held);
    const entry = new Entry<Fetched>(undefined, now() - ageMs, this.#byName);
    entry.name(key);
    this.#store.put(entry, key.length, Math.min(keepMs, keepMissingMs) - ageMs);
  }

  /** The load in flight of an identifier, of any operation. */
  pendingLoad(key: string): SingleFlightEntry<FetchResults<Fetched>> | undefined {
    return this.#pending.get(key);
  }

  /** Registers a load under all names of its records. The caller must settle it, also if it fails. */
  announce(keys: readonly string[], sent: readonly string[]): PendingFetch<Fetched> {
    const guard = this.#guard();
    const pendingLoad = new SingleFlightEntry<FetchResults<Fetched>>();
    for (const key of keys) this.#pending.set(key, pendingLoad);
    const earlier = [...this.#joinable];
    const load = { names: sent, kind: kindOfAll(sent), load: new SingleFlightEntry<FetchResults<Fetched>>() };
    this.#joinable.add(load);
    const end = (of: Iterable<string>): void => {
      for (const key of of) if (this.#pending.get(key) === pendingLoad) this.#pending.delete(key);
    };
    return {
      earlier,
      store: (fetched, bytes, versionToken) => {
        const from = { fetchedAt: this.#store.options.wallNow(), isKept: false };
        for (const { record } of fetched.records) marked(record)[provenance] = from;
        const stillValid = guard.stillValid(fetched);
        this.#take(stillValid, bytes);
        return versionToken === undefined ? undefined : this.#shared?.put(versionToken, stillValid);
      },
      release: (some) => {
        end(some);
        pendingLoad.settle(() => 'unsent');
      },
      settle: (results) => {
        this.#guards.delete(guard);
        this.#joinable.delete(load);
        end(keys);
        pendingLoad.settle(results);
        load.load.settle(results);
      },
    };
  }

  /**
   * Removes the entry of an identifier; returns whether there was one. Waiters of a pending load still receive its
   * record, but no later caller joins them, and it is not stored.
   */
  forget(key: string): boolean {
    const held = this.#byName.get(key);
    const names = [key, ...(held?.names ?? none)];
    for (const guard of this.#guards) guard.forget(names);
    for (const name of names) this.#pending.delete(name);
    this.#joinable.clear();
    if (held) this.#store.drop(held);
    return held !== undefined;
  }

  /** Removes all entries, as `forget` does one; returns the number of records and misses. */
  clear(): number {
    for (const guard of this.#guards) guard.forgetAll();
    this.#pending.clear();
    this.#joinable.clear();
    const held = new Set(this.#byName.values());
    for (const entry of held) this.#store.drop(entry);
    return held.size;
  }

  #guard(): InvalidationGuard {
    const guard = new InvalidationGuard();
    this.#guards.add(guard);
    return guard;
  }

  /** Clears the cache; later writes are ignored. */
  close(): void {
    this.#closed = true;
    this.clear();
  }

  #drop(name: string, id: string | null | undefined): void {
    const held = this.#byName.get(name);
    if (held?.record && held.record.id === id) this.#store.drop(held);
  }
}

const marked = (record: object): { [provenance]?: Provenance } => record;

/** Whether a record may be that of a key: a uuid names no record that has another one. */
const mayBear = (own: readonly string[], key: string): boolean =>
  !isUuidKey(key) || own.includes(key) || !own.some(isUuidKey);

const none: readonly string[] = [];

/** Guard of a fetch in flight: collects what is invalidated before its answer arrives and must not be stored. */
class InvalidationGuard {
  #everything = false;
  /** Created on demand: most fetches end before anything is invalidated. */
  #names: Set<string> | undefined;

  forget(names: Iterable<string>): void {
    this.#names ??= new Set();
    for (const name of names) this.#names.add(name);
  }

  forgetAll(): void {
    this.#everything = true;
  }

  /** The part of an answer that may still be stored. */
  stillValid<Fetched>(fetched: FetchedRecords<Fetched>): FetchedRecords<Fetched> {
    if (this.#everything) return { records: [], missing: [] };
    const invalid = this.#names;
    if (!invalid) return fetched;
    return {
      records: fetched.records.filter(
        ({ names }) => ![...names.attributed, ...names.own].some((name) => invalid.has(name)),
      ),
      missing: fetched.missing.filter((name) => !invalid.has(name)),
    };
  }
}
