import type { Names } from '../record/identity.ts';
import type { FetchedRecord } from '../record/kind.ts';
import type { Look, SharedShelf, Told } from './shared.ts';
import type { Kept, Store } from './store.ts';

/** A record, or the knowledge that there is none (undefined), as it was at a moment. */
export interface Held<Fetched> {
  readonly record: Fetched | undefined;
  readonly at: number;
}

/** What a load in flight came to, for one identifier. `unsent`: its operation left before anything was sent. */
export type Landed<Fetched> = { readonly record: Fetched | undefined } | { readonly error: Error } | 'unsent';

/** The outcomes of one load, by identifier. */
export type Landing<Fetched> = (key: string) => Landed<Fetched>;

/** A load in flight, in the hands of the operation that sends it. */
export interface Departed<Fetched> {
  land(landing: Landing<Fetched>): void;
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
export class RecordShelf<Fetched extends FetchedRecord> {
  readonly #store: Store;
  readonly #byName = new Map<string, Entry<Fetched>>();
  readonly #flights = new Map<string, Promise<Landing<Fetched>>>();
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
   * What graphs share under these keys, none older than `maxAgeMs`; it enters this shelf. The edition is for `share`;
   * it is undefined where nothing can be shared at the moment.
   */
  async look(
    keys: readonly string[],
    maxAgeMs: number | undefined,
    namesOf: (record: Fetched) => Names,
  ): Promise<{ readonly edition: string | undefined; readonly held: ReadonlyMap<string, Held<Fetched>> }> {
    const { edition, found }: Look<Fetched> = (await this.#shared?.look(keys)) ?? {
      edition: undefined,
      found: new Map(),
    };
    const held = new Map<string, Held<Fetched>>();
    const entered = new Set<Fetched>();
    for (const [key, { record, ageMs, bytes }] of found) {
      if (maxAgeMs !== undefined && ageMs > maxAgeMs) continue;
      held.set(key, { record, at: this.#store.options.now() - ageMs });
      if (record === undefined) this.putMissing(key, ageMs);
      else if (!entered.has(record)) this.put(record, namesOf(record), bytes, ageMs);
      if (record !== undefined) entered.add(record);
    }
    return { edition, held };
  }

  /** Lets other graphs have what an answer told; when it resolves, they find it. */
  async share(edition: string | undefined, told: Told<Fetched>): Promise<void> {
    if (edition !== undefined) await this.#shared?.put(edition, told);
  }

  /** What is held under an identifier's key, unless it is older than `maxAgeMs`. */
  get(key: string, maxAgeMs: number | undefined): Held<Fetched> | undefined {
    const held = this.#byName.get(key);
    if (!held || !this.#store.holds(held)) return undefined;
    if (maxAgeMs !== undefined && this.#store.options.now() - held.at > maxAgeMs) return undefined;
    return held;
  }

  /** Takes in a record as the upstream sent it, under all its names. */
  put(record: Fetched, { attributed, own }: Names, bytes: number, ageMs = 0): void {
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
  putMissing(key: string, ageMs = 0): void {
    const { keepMs, keepMissingMs, now } = this.#store.options;
    if (this.#closed || keepMs === 0) return;
    this.forget(key);
    const entry = new Entry<Fetched>(undefined, now() - ageMs, this.#byName);
    entry.name(key);
    this.#store.keep(entry, key.length, Math.min(keepMs, keepMissingMs) - ageMs);
  }

  /** The load of an identifier that is in flight, of whichever operation. */
  flight(key: string): Promise<Landing<Fetched>> | undefined {
    return this.#flights.get(key);
  }

  /** Announces a load; it must be landed, whatever comes of it. */
  depart(keys: readonly string[]): Departed<Fetched> {
    const { promise, resolve } = Promise.withResolvers<Landing<Fetched>>();
    for (const key of keys) this.#flights.set(key, promise);
    return {
      land: (landing) => {
        for (const key of keys) if (this.#flights.get(key) === promise) this.#flights.delete(key);
        resolve(landing);
      },
    };
  }

  /** Forgets the record that an identifier names; whether there was one. */
  forget(key: string): boolean {
    const held = this.#byName.get(key);
    if (held) this.#store.drop(held);
    return held !== undefined;
  }

  /** Forgets all; how many records and misses there were. */
  clear(): number {
    const held = new Set(this.#byName.values());
    for (const entry of held) this.#store.drop(entry);
    return held.size;
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
