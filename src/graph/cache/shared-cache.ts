import type { Names } from './record-key.ts';

/** Owner of records: an API key, hashed, and a child team; undefined is the key's own team. */
export interface CacheScope {
  readonly key: string;
  readonly team: string | undefined;
}

export type SharedKind = 'profile' | 'company';

/** What to remove from all caches. `key` is hashed; `name` is an identifier's key (`keyOf`). */
export type Invalidation =
  | { readonly what: 'everything' }
  | { readonly what: 'key'; readonly key: string }
  | { readonly what: 'team'; readonly key: string; readonly team: string }
  | {
      readonly what: 'record';
      readonly kind: SharedKind;
      readonly name: string;
      readonly key?: string | undefined;
      /** Only together with `key`: limits the invalidation to this child team. */
      readonly team?: string | undefined;
    };

/** A record or a miss (undefined) from the shared cache. */
export interface SharedHit<Fetched> {
  readonly record: Fetched | undefined;
  /** Milliseconds since the upstream sent it. */
  readonly ageMs: number;
  /** Approximate size, for the bounds of the memory cache. */
  readonly bytes: number;
}

export interface SharedLookup<Fetched> {
  /** For a later `put`; undefined if the shared cache is not available. */
  readonly versionToken: string | undefined;
  /** By requested name; one record under two names is one object. */
  readonly found: ReadonlyMap<string, SharedHit<Fetched>>;
}

/** The records and misses of one answer of the upstream. */
export interface FetchedRecords<Fetched> {
  readonly records: readonly { readonly record: Fetched; readonly names: Names }[];
  /** The names that have no record. */
  readonly missing: readonly string[];
}

/** Shared records of one kind and one scope. A failing Redis causes no rejection: nothing is found or stored. */
export interface SharedRecordCache<Fetched> {
  lookUp(names: readonly string[]): Promise<SharedLookup<Fetched>>;
  /** Stores an answer; it is not served if anything in the scope was invalidated after the token's look-up. */
  put(versionToken: string, fetched: FetchedRecords<Fetched>): Promise<void>;
}

/** Cache of paid records that several graphs share. */
export interface SharedRecords {
  recordCache<Fetched>(scope: CacheScope, kind: SharedKind): SharedRecordCache<Fetched>;
  /** Invalidates in the shared cache and notifies the other graphs; false if either may have failed. */
  forget(forgotten: Invalidation): Promise<boolean>;
  /** Calls the listener with the invalidations of other graphs; with `everything` if some may have been missed. */
  listen(listener: (forgotten: Invalidation) => void): void;
  close(): Promise<void>;
}
