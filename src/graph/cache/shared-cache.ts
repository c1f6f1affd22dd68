import type { Names } from './record-key.ts';

/** Whose records: a key, hashed, and the team in whose context it runs; no team is the key's own. */
export interface CacheScope {
  readonly key: string;
  readonly team: string | undefined;
}

export type SharedKind = 'profile' | 'company';

/** What has to go, wherever it is. `key` is hashed; `name` is an identifier's key. */
export type Invalidation =
  | { readonly what: 'everything' }
  | { readonly what: 'key'; readonly key: string }
  | { readonly what: 'team'; readonly key: string; readonly team: string }
  | {
      readonly what: 'record';
      readonly kind: SharedKind;
      readonly name: string;
      readonly key?: string | undefined;
      /** With a key: in this child team's part alone. */
      readonly team?: string | undefined;
    };

/** A record that another graph may have paid for, or the knowledge that there is none. */
export interface SharedHit<Fetched> {
  readonly record: Fetched | undefined;
  /** Milliseconds since it came from the upstream. */
  readonly ageMs: number;
  /** The record's size as text. */
  readonly bytes: number;
}

export interface SharedLookup<Fetched> {
  /** What a later `put` belongs to; undefined where nothing can be shared at the moment. */
  readonly versionToken: string | undefined;
  /** By the name that was asked for; one record under two names is one object. */
  readonly found: ReadonlyMap<string, SharedHit<Fetched>>;
}

/** What one answer of the upstream brought. */
export interface FetchedRecords<Fetched> {
  readonly records: readonly { readonly record: Fetched; readonly names: Names }[];
  /** The names that have no record. */
  readonly missing: readonly string[];
}

/** Records of one kind and one scope, as far as graphs share them. A Redis in trouble never rejects: nothing is found, or stored. */
export interface SharedRecordCache<Fetched> {
  lookUp(names: readonly string[]): Promise<SharedLookup<Fetched>>;
  /** Takes in an answer, unless anything of the scope has been invalidated since the look-up that gave the version token. */
  put(versionToken: string, fetched: FetchedRecords<Fetched>): Promise<void>;
}

/** What several graphs share of the records that their callers have paid for. */
export interface SharedRecords {
  recordCache<Fetched>(scope: CacheScope, kind: SharedKind): SharedRecordCache<Fetched>;
  /** Invalidates in the shared cache and notifies the other graphs; false where a notification may have been lost. */
  forget(forgotten: Invalidation): Promise<boolean>;
  /** From now on the listener hears what other graphs forget; `everything` where it may have missed something. */
  listen(listener: (forgotten: Invalidation) => void): void;
  close(): Promise<void>;
}
