import type { Logger } from 'pino';
import type { Client } from '../../client/client.ts';
import type { Database } from '../state/database.ts';
import type { Seal } from '../state/seal/seal.ts';
import type { CacheOptions } from './memory-store.ts';
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
  /** Whether the team's tags and lists were left out, since they are not kept as long as the record. */
  readonly isKept?: boolean;
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

/** Names that one graph loads, so that others wait for its answer instead of paying. */
export interface LoadClaim {
  /** Of the claimed names, those that another graph loads. */
  readonly heldElsewhere: ReadonlySet<string>;
  /** Of the claimed names, those that this token had claimed before: the graph that sent them has ended. */
  readonly resumed: ReadonlySet<string>;
  /** Other graphs' loads that were claimed earlier, and may be of the same records under other names. */
  readonly earlier: { readonly names: readonly string[]; areOver(): Promise<boolean> } | undefined;
  /** Ends the claim: what was loaded is stored by now, or could not be loaded. */
  release(): Promise<void>;
}

/** Shared records of one kind and one scope. A failing Redis causes no rejection: nothing is found or stored. */
export interface SharedRecordCache<Fetched> {
  lookUp(names: readonly string[]): Promise<SharedLookup<Fetched>>;
  /** Stores an answer; it is not served if anything in the scope was invalidated after the token's look-up. */
  put(versionToken: string, fetched: FetchedRecords<Fetched>): Promise<void>;
  /** Claims the load of names; undefined if nobody else can load them, or the shared cache is not available. */
  claim(names: readonly string[], token: string | undefined): Promise<LoadClaim | undefined>;
  /** Whether another graph still loads one of these names. */
  isClaimed(names: readonly string[]): Promise<boolean>;
  /** Counts kept records that were served instead of being paid for. */
  noteKept(records: number): void;
}

/** What `kith records` prints. */
export interface KeptSummary {
  readonly profiles: number;
  readonly companies: number;
  /** When the oldest and the newest record were fetched, in milliseconds since 1970; null without records, or if unknown. */
  readonly oldestAt: number | null;
  readonly newestAt: number | null;
  /** Size of the file; null in Redis. */
  readonly bytes: number | null;
  /** Records that were served instead of being paid for this month (UTC). */
  readonly savedThisMonth: number;
}

/** Cache of paid records that several graphs share, or that outlives the process. */
export interface SharedRecords {
  /** Whether records outlive KITH_CACHE_SECONDS (KITH_KEEP_DAYS). */
  readonly keeps: boolean;
  recordCache<Fetched>(scope: CacheScope, kind: SharedKind): SharedRecordCache<Fetched>;
  /** Invalidates in the shared cache and notifies the other graphs; false if either may have failed. */
  forget(forgotten: Invalidation): Promise<boolean>;
  /** Calls the listener with the invalidations of other graphs; with `everything` if some may have been missed. */
  listen(listener: (forgotten: Invalidation) => void): void;
  summary(): Promise<KeptSummary>;
  /** Lets an owner take over the records of another, in each team; returns their number. */
  adopt(from: string, to: string): Promise<number>;
  /** Seals values whose secret is not the present one; resolves with their number. */
  sealAnew(): Promise<number>;
  close(): Promise<void>;
}

/** Lifetime and size of the records that outlive the process; a lifetime of 0 keeps none. */
export interface KeepOptions {
  readonly keepMs: number;
  readonly bytes: number;
}

/** Where records may be shared or kept. */
export interface SharedPlace {
  readonly redisUrl: string | undefined;
  /** The file of kept records, if there is no Redis; closed with them. */
  readonly database: Database | undefined;
  readonly cache: CacheOptions;
  readonly keep: KeepOptions;
  readonly client: Pick<Client, 'baseUrl' | 'names'>;
  /** Key of the hashes of names; it never changes. */
  readonly identitySecret: string;
  readonly seal: Seal;
  readonly log: Logger;
}

/** Opens the cache behind the memory; undefined if records are neither shared nor kept. */
export type OpenShared = (place: SharedPlace) => Promise<SharedRecords | undefined>;
