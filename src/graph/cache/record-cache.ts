import { Flight } from './flight.ts';
import { InvalidationGuard } from './invalidation-guard.ts';
import type { Kept, Store } from './memory.ts';
import type { FetchedRecord, Names } from './record-key.ts';
import type { Look, SharedShelf, Told } from './shared-cache.ts';

/** A record, or the knowledge that there is none (undefined), as it was at a moment. */
export interface Held<Fetched> {
  readonly record: Fetched | undefined;
  readonly at: number;
}

/** What a load in flight came to, for one identifier. `unsent`: its operation left before anything was sent. */
export type FetchResult<Fetched> = { readonly record: Fetched | undefined } | { readonly error: Error } | 'unsent';

/** The outcomes of one load, by identifier. */
export type FetchResults<Fetched> = (key: string) => FetchResult<Fetched>;

/** A load in flight, in the hands of the operation that sends it. */
export interface PendingFetch<Fetched> {
  /**
   * Keeps what an answer told, here and where graphs share it, but for what was forgotten since the load departed.
   * `bytes` is the size of a record; the ticket is the one of the last look.
   */
  keep(told: Told<Fetched>, bytes: number, ticket: string | undefined): Promise<void>;
  /** Tells those who wait. */
  land(landing: FetchResults<Fetched>): void;
}

class Entry<Fetched> implements Held<Fetched>, Kept {
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
  readonly #store: Store;
  readonly #byName = new Map<string, Entry<Fetched>>();
  readonly #flights = new Map<string, Flight<FetchResults<Fetched>>>();
  readonly #underWay = new Set<InvalidationGuard>();
  readonly #shared: SharedShelf<Fetched> | undefined;
  #closed = false;

  constructor(store: Store, shared: SharedShelf<Fetched> | undefined) {
    this.#store = store;
    this.#shared = shared;
  }

  /** Whether other graphs may hold what this one does not. */
  get isShared(): boolean {
    return this.#shared !== undefined;
  }

  /**
   * What graphs share under these keys, none older than `maxAgeMs`; it enters this shelf. The ticket is for what is
   * loaded from here on; it is undefined where nothing can be shared at the moment.
   */
  async look(
    keys: readonly string[],
    maxAgeMs: number | undefined,
    namesOf: (record: Fetched) => Names,
  ): Promise<{ readonly ticket: string | undefined; readonly held: ReadonlyMap<string, Held<Fetched>> }> {
    const meanwhile = this.#watch();
    const { ticket, found }: Look<Fetched> = (await this.#shared?.look(keys)) ?? {
      ticket: undefined,
      found: new Map(),
    };
    this.#underWay.delete(meanwhile);
    const held = new Map<string, Held<Fetched>>();
    const entered = new Set<Fetched>();
    for (const [key, { record, ageMs, bytes }] of found) {
      if (maxAgeMs !== undefined && ageMs > maxAgeMs) continue;
      held.set(key, { record, at: this.#store.options.now() - ageMs });
      if (record !== undefined && entered.has(record)) continue;
      if (record !== undefined) entered.add(record);
      const told = record === undefined ? [] : [{ record, names: namesOf(record) }];
      this.#take(meanwhile.spared({ records: told, missing: record === undefined ? [key] : [] }), bytes, ageMs);
    }
    return { ticket, held };
  }

  /** What is held under an identifier's key, unless it is older than `maxAgeMs`. */
  get(key: string, maxAgeMs: number | undefined): Held<Fetched> | undefined {
    const held = this.#byName.get(key);
    if (!held || !this.#store.holds(held)) return undefined;
    if (maxAgeMs !== undefined && this.#store.options.now() - held.at > maxAgeMs) return undefined;
    return held;
  }

  /** Other names by which the record that a key names has been known lately, though it be too old to be served. */
  namesOf(key: string): readonly string[] {
    return this.#byName.get(key)?.names ?? none;
  }

  #take({ records, missing }: Told<Fetched>, bytes: number, ageMs = 0): void {
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
    this.#store.keep(entry, bytes, keepMs - ageMs);
  }

  /** Remembers for a while that an identifier has no record. */
  #putMissing(key: string, ageMs: number): void {
    const { keepMs, keepMissingMs, now } = this.#store.options;
    if (this.#closed || keepMs === 0) return;
    const held = this.#byName.get(key);
    if (held) this.#store.drop(held);
    const entry = new Entry<Fetched>(undefined, now() - ageMs, this.#byName);
    entry.name(key);
    this.#store.keep(entry, key.length, Math.min(keepMs, keepMissingMs) - ageMs);
  }

  /** The load of an identifier that is in flight, of whichever operation. */
  flight(key: string): Flight<FetchResults<Fetched>> | undefined {
    return this.#flights.get(key);
  }

  /** Announces a load under all names that its records are known by; it must be landed, whatever comes of it. */
  depart(keys: readonly string[]): PendingFetch<Fetched> {
    const meanwhile = this.#watch();
    const flight = new Flight<FetchResults<Fetched>>();
    for (const key of keys) this.#flights.set(key, flight);
    return {
      keep: async (told, bytes, ticket) => {
        const spared = meanwhile.spared(told);
        this.#take(spared, bytes);
        if (ticket !== undefined) await this.#shared?.put(ticket, spared);
      },
      land: (landing) => {
        this.#underWay.delete(meanwhile);
        for (const key of keys) if (this.#flights.get(key) === flight) this.#flights.delete(key);
        flight.land(landing);
      },
    };
  }

  /**
   * Forgets the record that an identifier names; whether there was one. Whoever waits for it in flight still has it, but
   * nobody joins them any more, and it is not kept.
   */
  forget(key: string): boolean {
    const held = this.#byName.get(key);
    const names = [key, ...(held?.names ?? none)];
    for (const meanwhile of this.#underWay) meanwhile.forget(names);
    for (const name of names) this.#flights.delete(name);
    if (held) this.#store.drop(held);
    return held !== undefined;
  }

  /** Forgets all, as `forget` does; how many records and misses there were. */
  clear(): number {
    for (const meanwhile of this.#underWay) meanwhile.forgetAll();
    this.#flights.clear();
    const held = new Set(this.#byName.values());
    for (const entry of held) this.#store.drop(entry);
    return held.size;
  }

  #watch(): InvalidationGuard {
    const meanwhile = new InvalidationGuard();
    this.#underWay.add(meanwhile);
    return meanwhile;
  }

  /** Takes nothing in any more, and forgets all. */
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
