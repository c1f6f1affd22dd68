import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Answered, Credential } from '../../client/call.ts';
import type { Profile } from '../../contract/record/profile.ts';
import { CredentialCache } from './credential-cache.ts';
import { type CacheOptions, MemoryStore } from './memory-store.ts';
import { foldedKeyOf, type Identifier, keyOf } from './record-key.ts';
import type { Invalidation, SharedKind, SharedRecords } from './shared-cache.ts';
import { SingleFlight } from './single-flight.ts';

/** Keys whose caches are held at once; beyond, those that were used least lately are forgotten. */
const maxKeys = 10_000;

/** The caches of one key: its own team's, and those of child teams. */
type KeyCaches = Map<string | undefined, CredentialCache>;

/** What came of forgetting. */
export interface ForgotRecords {
  /** In how many places it was here. */
  readonly count: number;
  /** False where graphs share records, and it may not have reached them all. */
  readonly everywhere: boolean;
}

/**
 * What a graph remembers of its upstream's records, apart for each credential, and shares with other graphs where there
 * is a way. A key is never kept, only its hash together with the upstream's address.
 */
export class GraphCache {
  /** Free calls under way that others may wait for, too. */
  readonly calls = new SingleFlight<Answered<unknown>>();
  readonly #listeners: ((apiKey: string | undefined) => void)[] = [];
  /** How the JSON begins, whose hash a key is kept under. */
  readonly #hashed: string;
  readonly #store: MemoryStore;
  readonly #shared: SharedRecords | undefined;
  readonly #keys = new LRUCache<string, KeyCaches>({
    max: maxKeys,
    dispose: (caches) => {
      for (const cache of caches.values()) cache.close();
    },
  });

  /** Caches of credentials that the upstream has not accepted yet: they last as long as the operations that use them. */
  readonly #unproven = new Map<string, WeakRef<CredentialCache>>();
  readonly #collected = new FinalizationRegistry<string>((name) => {
    if (!this.#unproven.get(name)?.deref()) this.#unproven.delete(name);
  });

  /** The secret keys the hashes of keys; graphs that share have the same. */
  constructor(upstreamUrl: string, options: CacheOptions, secret: string, shared?: SharedRecords) {
    this.#hashed = JSON.stringify([secret, upstreamUrl]).slice(0, -1);
    this.#store = new MemoryStore(options);
    this.#shared = shared;
    shared?.listen((forgotten) => {
      if (forgotten.what === 'record' || forgotten.what === 'everything') this.changed();
      this.#forgetHere(forgotten);
    });
  }

  /** Records and misses that are held, of all credentials together. */
  get size(): number {
    return this.#store.records;
  }

  /** Bytes that are held, as the upstream sent them. */
  get bytes(): number {
    return this.#store.bytes;
  }

  /**
   * The cache of a credential; an operation keeps it to its end. Here it is kept once the upstream has accepted the
   * credential, so that keys and teams that nobody has cost no memory, and push nobody out.
   */
  forCredential({ apiKey, childTeamId }: Credential): CredentialCache {
    const hash = this.ownerOf(apiKey);
    const name = nameOf(hash, childTeamId);
    const known = this.#keys.get(hash)?.get(childTeamId) ?? this.#unproven.get(name)?.deref();
    if (known) return known;
    const cache: CredentialCache = new CredentialCache(
      this.#store,
      { key: hash, team: childTeamId },
      this.#shared,
      () => {
        this.#unproven.delete(name);
        const caches: KeyCaches = this.#keys.get(hash) ?? new Map();
        caches.set(childTeamId, cache);
        this.#keys.set(hash, caches);
      },
    );
    this.#unproven.set(name, new WeakRef(cache));
    this.#collected.register(cache, name);
    return cache;
  }

  /** Calls the listener when what is under way for a key, or for all, may no longer be joined. */
  onChange(listener: (apiKey: string | undefined) => void): void {
    this.#listeners.push(listener);
  }

  /** Calls in flight for a key, or for any, may answer stale data: later callers start a call of their own. */
  changed(apiKey?: string): void {
    this.calls.cut(apiKey);
    for (const listener of this.#listeners) listener(apiKey);
  }

  /** The upstream does not know the key (any more): all that its teams had goes. */
  refuseKey(apiKey: string): void {
    this.changed(apiKey);
    void this.#forget({ what: 'key', key: this.ownerOf(apiKey) });
  }

  /** The upstream does not let the key into this child team (any more). */
  refuseTeam({ apiKey, childTeamId }: Credential): void {
    this.changed(apiKey);
    if (childTeamId !== undefined) void this.#forget({ what: 'team', key: this.ownerOf(apiKey), team: childTeamId });
  }

  /** Removes a person or company from the caches of all credentials, or of one key: in all its teams, or in one child team. */
  forget(kind: SharedKind, identifier: Identifier, apiKey?: string, team?: string): Promise<ForgotRecords> {
    this.changed(apiKey);
    const key = apiKey === undefined ? undefined : this.ownerOf(apiKey);
    return this.#forget({ what: 'record', kind, name: foldedKeyOf(keyOf(identifier)), key, team });
  }

  /** The records of a person that are held here, of all credentials. */
  heldProfiles(identifier: Identifier): readonly Profile[] {
    const key = keyOf(identifier);
    const held = this.#cachesOf(undefined).map(
      ({ profiles }) => (profiles.get(key, undefined) ?? profiles.get(foldedKeyOf(key), undefined))?.record,
    );
    return held.filter((record) => record !== undefined);
  }

  /** Forgets all records of a key, in all its teams, or in one child team. */
  forgetAllOf(apiKey: string, team?: string): Promise<ForgotRecords> {
    this.changed(apiKey);
    const key = this.ownerOf(apiKey);
    return this.#forget(team === undefined ? { what: 'key', key } : { what: 'team', key, team });
  }

  /** Forgets everything; loads in flight go on, and are not kept. */
  purge(): Promise<ForgotRecords> {
    this.changed();
    return this.#forget({ what: 'everything' });
  }

  async close(): Promise<void> {
    this.#keys.clear();
    this.#store.close();
    await this.#shared?.close();
  }

  /** Here at once, and then wherever it is shared. */
  async #forget(forgotten: Invalidation): Promise<ForgotRecords> {
    const count = this.#forgetHere(forgotten);
    return { count, everywhere: (await this.#shared?.forget(forgotten)) ?? true };
  }

  #forgetHere(forgotten: Invalidation): number {
    switch (forgotten.what) {
      case 'everything': {
        const count = this.size;
        for (const cache of this.#unprovenOf(undefined)) cache.clear();
        this.#keys.clear();
        return count;
      }
      case 'key': {
        const count = this.#cachesOf(forgotten.key).reduce((sum, cache) => sum + cache.clear(), 0);
        this.#keys.delete(forgotten.key);
        return count;
      }
      case 'team': {
        const caches = this.#keys.peek(forgotten.key);
        this.#unproven.get(nameOf(forgotten.key, forgotten.team))?.deref()?.clear();
        const count = caches?.get(forgotten.team)?.clear() ?? 0;
        caches?.get(forgotten.team)?.close();
        caches?.delete(forgotten.team);
        return count;
      }
      case 'record':
        return this.#cachesOf(forgotten.key, forgotten.team).filter((cache) =>
          (forgotten.kind === 'profile' ? cache.profiles : cache.companies).forget(forgotten.name),
        ).length;
    }
  }

  /** The caches of one key, or of its child team, or all there are. */
  #cachesOf(key: string | undefined, team?: string): readonly CredentialCache[] {
    if (key !== undefined && team !== undefined) {
      const cache = this.#keys.peek(key)?.get(team) ?? this.#unproven.get(nameOf(key, team))?.deref();
      return cache ? [cache] : [];
    }
    const keys = key === undefined ? [...this.#keys.values()] : [this.#keys.peek(key)];
    return [...keys.flatMap((caches) => [...(caches?.values() ?? [])]), ...this.#unprovenOf(key)];
  }

  /** As `#cachesOf`, of those that are not kept yet; what graphs share may lie in them already. */
  #unprovenOf(key: string | undefined): readonly CredentialCache[] {
    return [...this.#unproven].flatMap(([name, cache]) => {
      const held = key === undefined || name.startsWith(`${key} `) ? cache.deref() : undefined;
      return held ? [held] : [];
    });
  }

  /** The keyed hash under which everything that belongs to a key is stored. */
  ownerOf(apiKey: string): string {
    return hash('sha256', `${this.#hashed},${JSON.stringify(apiKey)}]`, 'base64url');
  }
}

/** A cache's name among those that are not kept yet. */
const nameOf = (hash: string, team: string | undefined): string => `${hash} ${team ?? ''}`;
