import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { DamagedEntry } from '../validate.ts';
import { type Seal, SealBroken } from './seal/seal.ts';
import { type EntryAdapter, SealedAdapter } from './seal/sealed-adapter.ts';
import type {
  Change,
  Commit,
  Committed,
  ListedEntry,
  Listener,
  Range,
  Read,
  StateAdapter,
  StoredFamily,
} from './state-adapter.ts';
import { StorageQuota } from './storage-quota.ts';
import { Updates } from './updates.ts';

/**
 * The state of a graph: text values by key, in partitions, in one database that all its processes share.
 *
 * Commits are atomic within a partition and affect no other, so data that changes together, such as the purses of one
 * API key, shares a partition. Features validate the values that they read.
 */
export class StateStore {
  readonly seal: Seal;
  /** The database with values as stored, sealed where they are. */
  readonly stored: StateAdapter;
  /** The families of partitions whose values are sealed. */
  readonly sealedFamilies: ReadonlySet<string>;
  readonly #entries: EntryAdapter;
  readonly #updates: Updates;
  readonly #quota: StorageQuota;
  /** Partitions known to be registered with their owners. */
  readonly #owned = new LRUCache<string, true>({ max: 10_000 });
  /** Identifies this process as the holder of a lease. */
  readonly #replica = randomUUID();

  readonly #onDamaged: (damaged: DamagedEntry) => void;

  constructor(
    stored: StateAdapter,
    seal: Seal,
    families: readonly StoredFamily[],
    onDamaged: (damaged: DamagedEntry) => void = () => undefined,
  ) {
    this.seal = seal;
    this.#onDamaged = onDamaged;
    this.sealedFamilies = new Set(families.filter(({ sealed }) => sealed).map(({ family }) => family));
    this.stored = stored;
    this.#entries = new SealedAdapter(stored, seal, this.sealedFamilies);
    this.#updates = new Updates(this.#entries);
    this.#quota = new StorageQuota(async (owner) => {
      const sizes = (await stored.list(ownedBy(owner), { prefix: '' })).map(({ key }) => stored.sizeOf(key));
      return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    });
  }

  /** Whether other processes may use the same store. */
  get isShared(): boolean {
    return this.stored.isShared;
  }

  async get(partition: string, key: string): Promise<string | undefined> {
    return (await this.#entries.get(partition, [key])).get(key)?.value;
  }

  /** The existing values, by key. */
  async getAll(partition: string, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const entries = keys.length > 0 ? await this.#entries.get(partition, keys) : [];
    return new Map(Array.from(entries, ([key, { value }]) => [key, value]));
  }

  list(partition: string, range: Range): Promise<readonly ListedEntry[]> {
    return this.#entries.list(partition, range);
  }

  async put(partition: string, key: string, value: string, ttlMs?: number): Promise<void> {
    await this.#entries.commit(partition, { writes: new Map([[key, { value, ttlMs }]]) });
  }

  /** Resolves with the number of entries removed. */
  async remove(partition: string, keys: readonly string[]): Promise<number> {
    if (keys.length === 0) return 0;
    const writes = new Map(keys.map((key) => [key, undefined]));
    const done = await this.#entries.commit(partition, { writes });
    return done.kind === 'committed' ? done.removed : 0;
  }

  commit(partition: string, commit: Commit): Promise<Committed> {
    return this.#entries.commit(partition, commit);
  }

  /**
   * Applies a pure function to entries of a partition, and commits what it returns. It may be called several times: for
   * entries that it turns out to read, and again if another process has changed one of them meanwhile. Within this process,
   * all updates of a partition that wait are applied in one commit.
   *
   * If the store's answer is lost, the change may have been made although this rejects.
   *
   * @example
   * const count = await store.update(owner, (read) => {
   *   const value = Number(read('count') ?? 0) + 1;
   *   return { value, writes: new Map([['count', { value: String(value) }]]) };
   * });
   */
  update<Value>(partition: string, change: (read: Read) => Change<Value>): Promise<Value> {
    return this.#updates.update(partition, change);
  }

  /**
   * Admits a write of about `bytes` to a partition of an owner, such as the hash of an API key, before it is committed.
   *
   * @throws {import('./storage-quota.ts').QuotaReached} if all partitions of the owner would be too large together
   */
  async admit(owner: string, partition: string, bytes: number): Promise<void> {
    await this.#quota.admit(owner, bytes);
    if (this.#owned.has(partition)) return;
    await this.put(ownedBy(owner), partition, '');
    this.#owned.set(partition, true);
  }

  partitions(prefix: string): AsyncIterable<string> {
    return this.stored.partitions(prefix);
  }

  /**
   * The entries of each partition whose name has a prefix, for purges. Partitions that are sealed with another secret are
   * left out: they belong to other graphs that share the store, or nobody can read them.
   */
  async *readable(
    prefix: string,
  ): AsyncIterable<{ readonly partition: string; readonly entries: readonly ListedEntry[] }> {
    for await (const partition of this.partitions(prefix)) {
      const entries = await this.list(partition, { prefix: '' }).catch((error: unknown) => {
        if (error instanceof SealBroken) return undefined;
        throw error;
      });
      if (entries) yield { partition, entries };
    }
  }

  /** What a function reads in entries. Damaged ones are told and left out, so that one does not hide the others. */
  intact<Entry, Value>(entries: readonly Entry[], read: (entry: Entry) => Value): readonly Value[] {
    return entries.flatMap((entry) => {
      try {
        return [read(entry)];
      } catch (error) {
        if (!(error instanceof DamagedEntry)) throw error;
        this.#onDamaged(error);
        return [];
      }
    });
  }

  /** Removes all entries of the partitions whose name has a prefix; resolves with the removed keys. */
  async clear(prefix: string): Promise<readonly string[]> {
    const removed: string[] = [];
    for await (const partition of this.partitions(prefix)) {
      const keys = (await this.stored.list(partition, { prefix: '' })).map(({ key }) => key);
      await this.remove(partition, keys);
      removed.push(...keys);
    }
    return removed;
  }

  publish(channel: string, text: string): Promise<void> {
    return this.stored.publish({ channel, text });
  }

  subscribe(channel: string, listener: Listener): Promise<() => void> {
    return this.stored.subscribe(channel, listener);
  }

  /** Acquires or renews a lease by name for this process; false if another replica holds it. */
  acquire(name: string, milliseconds: number): Promise<boolean> {
    return this.update(`lease:${name}`, (read) => {
      const holder = read('holder');
      if (holder !== undefined && holder !== this.#replica) return { value: false };
      return { value: true, writes: new Map([['holder', { value: this.#replica, ttlMs: milliseconds }]]) };
    });
  }

  /** Releases a lease, if this process holds it. */
  async release(name: string): Promise<void> {
    await this.update(`lease:${name}`, (read) =>
      read('holder') === this.#replica
        ? { value: undefined, writes: new Map([['holder', undefined]]) }
        : { value: undefined },
    );
  }

  flush(): Promise<void> {
    return this.stored.flush();
  }

  erase(): void {
    this.stored.erase();
  }

  close(): Promise<void> {
    return this.stored.close();
  }
}

const ownedBy = (owner: string): string => `owned:${owner}`;
