import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Answered, Credential } from '../../client/call.ts';
import type { Profile } from '../../contract/record/profile.ts';
import { CredentialCache } from './credential-cache.ts';
import { KeyVerdicts } from './key-verdicts.ts';
import { type CacheOptions, MemoryStore } from './memory-store.ts';
import { foldedKeyOf, type Identifier, keyOf } from './record-key.ts';
import type { Invalidation, KeptSummary, SharedKind, SharedRecords } from './shared-cache.ts';
import { SingleFlight } from './single-flight.ts';

/** The most keys with caches; beyond that, the least recently used are evicted. */
const maxKeys = 10_000;

/** The caches of one key, by child team; undefined for the key's own team. */
type KeyCaches = Map<string | undefined, CredentialCache>;

/** Result of an invalidation. */
export interface ForgotRecords {
  /** Entries removed from this process; for one record, the number of caches that held it. */
  readonly count: number;
  /** False if graphs share records and the invalidation may not have reached all of them. */
  readonly everywhere: boolean;
}

/**
 * The caches of a graph, one for each credential, optionally shared with other graphs. API keys are never stored, only
 * their hash, which includes the secret and the upstream's address.
 */
export class GraphCache {
  /** Free calls in flight, which equal calls join. */
  readonly calls = new SingleFlight<Answered<unknown>>();
  /** Whether the upstream accepts keys; records are served only to recently accepted ones. */
  readonly verdicts: KeyVerdicts;
  readonly #listeners: ((apiKey: string | undefined) => void)[] = [];
  /** The start of the JSON text that is hashed: secret and upstream; `ownerOf` appends the key. */
  readonly #hashed: string;
  #last: { readonly apiKey: string; readonly owner: string } | undefined;
  readonly #store: MemoryStore;
  readonly #shared: SharedRecords | undefined;
  readonly #keys = new LRUCache<string, KeyCaches>({
    max: maxKeys,
    dispose: (caches) => {
      for (const cache of caches.values()) cache.close();
    },
  });

  /** Caches of credentials that the upstream has not accepted yet; collected with the operations that use them. */
  readonly #unproven = new Map<string, WeakRef<CredentialCache>>();
  readonly #collected = new FinalizationRegistry<string>((name) => {
    if (!this.#unproven.get(name)?.deref()) this.#unproven.delete(name);
  });

  /** @param secret hashed together with each API key; must be equal in graphs that share records */
  constructor(upstreamUrl: string, options: CacheOptions, secret: string, shared?: SharedRecords) {
    this.#hashed = JSON.stringify([secret, upstreamUrl]).slice(0, -1);
    this.#store = new MemoryStore(options);
    this.#shared = shared;
    const ownerOf = (apiKey: string) => this.ownerOf(apiKey);
    this.verdicts = new KeyVerdicts({ ownerOf, now: options.now, wallNow: options.wallNow });
    this.verdicts.listen({
      accepted: (credential) => this.#retain(credential),
      refused: (credential, isTeam, isConfirmed) => this.#refuse(credential, isTeam, isConfirmed),
    });
    shared?.listen((forgotten) => {
      if (forgotten.what === 'record' || forgotten.what === 'everything') this.changed();
      this.#forgetHere(forgotten);
    });
  }

  /** Number of records and misses cached, of all credentials. */
  get size(): number {
    return this.#store.records;
  }

  /** Size of the cached records as the upstream sent them, in bytes, of all credentials. */
  get bytes(): number {
    return this.#store.bytes;
  }

  /**
   * The cache of a credential, to be held until the operation ends. It is retained here only once the upstream has
   * accepted the credential, so that invalid keys and teams take no memory and evict no valid ones.
   */
  forCredential({ apiKey, childTeamId }: Credential): CredentialCache {
    const hash = this.ownerOf(apiKey);
    const name = nameOf(hash, childTeamId);
    const known = this.#keys.get(hash)?.get(childTeamId) ?? this.#unproven.get(name)?.deref();
    if (known) return known;
    const cache = new CredentialCache(this.#store, { key: hash, team: childTeamId }, this.#shared);
    this.#unproven.set(name, new WeakRef(cache));
    this.#collected.register(cache, name);
    return cache;
  }

  /**
   * Resolves if the upstream accepted the credential in the last `trustMs`; else calls `ask`, a free call that concurrent
   * callers share, and rejects as it does.
   */
  confirm(credential: Credential, ask: () => Promise<unknown>): Promise<void> {
    return this.verdicts.confirm(credential, this.#store.options.trustMs, ask);
  }

  /** Calls the listener when calls in flight for a key (undefined: for any key) may no longer be joined. */
  onChange(listener: (apiKey: string | undefined) => void): void {
    this.#listeners.push(listener);
  }

  /** Detaches the calls in flight for a key, or for all: their data may be stale, so later callers start new calls. */
  changed(apiKey?: string): void {
    this.calls.cut(apiKey);
    for (const listener of this.#listeners) listener(apiKey);
  }

  /** Retains the cache of a credential that the upstream accepts. */
  #retain({ apiKey, childTeamId }: Credential): void {
    if (this.#unproven.size === 0) return;
    const hash = this.ownerOf(apiKey);
    const name = nameOf(hash, childTeamId);
    const cache = this.#unproven.get(name)?.deref();
    if (!cache) return;
    this.#unproven.delete(name);
    const caches: KeyCaches = this.#keys.get(hash) ?? new Map();
    caches.set(childTeamId, cache);
    this.#keys.set(hash, caches);
  }

  /** Ends calls in flight that others may join; once the refusal is confirmed, also removes what was paid for. */
  #refuse({ apiKey, childTeamId: team }: Credential, isTeam: boolean, isConfirmed: boolean): void {
    this.changed(apiKey);
    if (!isConfirmed) return;
    const key = this.ownerOf(apiKey);
    if (!isTeam || team === undefined) return void this.#forget({ what: 'key', key });
    // Kept records stay: they are served only while the upstream accepts the credential.
    if (this.#shared?.keeps) this.#forgetHere({ what: 'team', key, team });
    else void this.#forget({ what: 'team', key, team });
  }

  /** Removes a person or company from all caches, from those of one key, or from that of one child team. */
  forget(kind: SharedKind, identifier: Identifier, apiKey?: string, team?: string): Promise<ForgotRecords> {
    this.changed(apiKey);
    const key = apiKey === undefined ? undefined : this.ownerOf(apiKey);
    return this.#forget({ what: 'record', kind, name: foldedKeyOf(keyOf(identifier)), key, team });
  }

  /** Removes what is kept of people whose records have changed, from one key in all its teams. */
  async dropKept(ids: readonly string[], apiKey: string): Promise<void> {
    if (!this.#shared?.keeps) return;
    for (const value of ids) await this.forget('profile', { kind: 'ids', value }, apiKey);
  }

  /** A person's records in this process, of all credentials. */
  heldProfiles(identifier: Identifier): readonly Profile[] {
    const key = keyOf(identifier);
    const held = this.#cachesOf(undefined).map(
      ({ profiles }) => (profiles.get(key, undefined) ?? profiles.get(foldedKeyOf(key), undefined))?.record,
    );
    return held.filter((record) => record !== undefined);
  }

  /** Removes all records of a key, in all its teams or in one child team. */
  forgetAllOf(apiKey: string, team?: string): Promise<ForgotRecords> {
    this.changed(apiKey);
    const key = this.ownerOf(apiKey);
    return this.#forget(team === undefined ? { what: 'key', key } : { what: 'team', key, team });
  }

  /** Removes everything. Loads in flight continue, but their records are not stored. */
  purge(): Promise<ForgotRecords> {
    this.changed();
    return this.#forget({ what: 'everything' });
  }

  /** Whether records outlive KITH_CACHE_SECONDS (KITH_KEEP_DAYS). */
  get keeps(): boolean {
    return this.#shared?.keeps === true;
  }

  /** The store of kept records; undefined if none are kept. */
  async keptSummary(): Promise<KeptSummary | undefined> {
    return this.#shared?.keeps ? this.#shared.summary() : undefined;
  }

  /** Lets an API key take over the kept records of another; their number, or undefined if none are kept. */
  async adopt(from: string, to: string): Promise<number | undefined> {
    if (!this.#shared?.keeps) return undefined;
    this.changed(from);
    const owner = this.ownerOf(from);
    this.#forgetHere({ what: 'key', key: owner });
    return this.#shared.adopt(owner, this.ownerOf(to));
  }

  /** Seals kept records with the present secret; resolves with their number. */
  async sealAnew(): Promise<number> {
    return this.#shared?.keeps ? this.#shared.sealAnew() : 0;
  }

  async close(): Promise<void> {
    this.#keys.clear();
    this.#store.close();
    await this.#shared?.close();
  }

  /** Invalidates in this process at once, then in the shared cache. */
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

  /** All caches, those of one key, or that of one child team. */
  #cachesOf(key: string | undefined, team?: string): readonly CredentialCache[] {
    if (key !== undefined && team !== undefined) {
      const cache = this.#keys.peek(key)?.get(team) ?? this.#unproven.get(nameOf(key, team))?.deref();
      return cache ? [cache] : [];
    }
    const keys = key === undefined ? [...this.#keys.values()] : [this.#keys.peek(key)];
    return [...keys.flatMap((caches) => [...(caches?.values() ?? [])]), ...this.#unprovenOf(key)];
  }

  /** The unaccepted caches of one key, or of all; they may hold records that came from the shared cache. */
  #unprovenOf(key: string | undefined): readonly CredentialCache[] {
    return [...this.#unproven].flatMap(([name, cache]) => {
      const held = key === undefined || name.startsWith(`${key} `) ? cache.deref() : undefined;
      return held ? [held] : [];
    });
  }

  /**
   * The hash of an API key, under which everything that belongs to the key is stored. The last one is held: an operation asks
   * for it some ten times, and each takes as long as an answer's head.
   */
  ownerOf(apiKey: string): string {
    if (this.#last?.apiKey === apiKey) return this.#last.owner;
    const owner = hash('sha256', `${this.#hashed},${JSON.stringify(apiKey)}]`, 'base64url');
    this.#last = { apiKey, owner };
    return owner;
  }
}

/** Key in `#unproven`. */
const nameOf = (hash: string, team: string | undefined): string => `${hash} ${team ?? ''}`;
