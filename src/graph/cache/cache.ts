import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Credential } from '../../client/client.ts';
import { keyOf } from '../record/identity.ts';
import type { Identifier } from '../record/kind.ts';
import { Shelf } from './shelf.ts';
import { type CacheOptions, Store } from './store.ts';

/** Keys whose shelves are held at once; beyond, those that were used least lately are forgotten. */
const mostKeys = 10_000;

/** The shelves of one key: its own team's, and those of child teams. */
type KeyShelves = Map<string | undefined, Shelf>;

/**
 * What a graph remembers of its upstream's records, apart for each credential. A key is never kept, only its hash
 * together with the upstream's address.
 */
export class RecordCache {
  readonly #upstream: string;
  readonly #store: Store;
  readonly #keys = new LRUCache<string, KeyShelves>({
    max: mostKeys,
    dispose: (shelves) => {
      for (const shelf of shelves.values()) shelf.close();
    },
  });

  constructor(upstreamUrl: string, options: CacheOptions) {
    this.#upstream = upstreamUrl;
    this.#store = new Store(options);
  }

  /** Records and misses that are held, of all credentials together. */
  get size(): number {
    return this.#store.records;
  }

  /** Bytes that are held, as the upstream sent them. */
  get bytes(): number {
    return this.#store.bytes;
  }

  /** The shelf of a credential; an operation keeps it to its end. */
  shelf({ apiKey, childTeamId }: Credential): Shelf {
    const hash = this.#hash(apiKey);
    const shelves: KeyShelves = this.#keys.get(hash) ?? new Map();
    if (shelves.size === 0) this.#keys.set(hash, shelves);
    const known = shelves.get(childTeamId);
    if (known) return known;
    const shelf = new Shelf(this.#store);
    shelves.set(childTeamId, shelf);
    return shelf;
  }

  /** The upstream does not know the key (any more): all that its teams had goes. */
  refuseKey(apiKey: string): void {
    this.#keys.delete(this.#hash(apiKey));
  }

  /** The upstream does not let the key into this child team (any more). */
  refuseTeam({ apiKey, childTeamId }: Credential): void {
    const shelves = this.#keys.peek(this.#hash(apiKey));
    shelves?.get(childTeamId)?.close();
    shelves?.delete(childTeamId);
  }

  /** Forgets a person or a company, whoever has loaded it, or for one key; in how many places it was. */
  forget(kind: 'profile' | 'company', identifier: Identifier, apiKey?: string): number {
    let places = 0;
    for (const shelves of apiKey === undefined ? this.#keys.values() : this.#shelvesOf(apiKey))
      for (const shelf of shelves.values()) {
        const records = kind === 'profile' ? shelf.profiles : shelf.companies;
        if (records.forget(keyOf(identifier))) places += 1;
      }
    return places;
  }

  /** Forgets all records of a key, in all its teams; how many there were. */
  forgetAllOf(apiKey: string): number {
    let records = 0;
    for (const shelves of this.#shelvesOf(apiKey)) for (const shelf of shelves.values()) records += shelf.clear();
    return records;
  }

  /** Forgets everything; loads in flight go on. */
  purge(): void {
    this.#keys.clear();
  }

  close(): void {
    this.purge();
    this.#store.close();
  }

  #shelvesOf(apiKey: string): readonly KeyShelves[] {
    const shelves = this.#keys.peek(this.#hash(apiKey));
    return shelves ? [shelves] : [];
  }

  #hash(apiKey: string): string {
    return createHash('sha256')
      .update(JSON.stringify([this.#upstream, apiKey]))
      .digest('base64url');
  }
}
