import { channel } from 'node:diagnostics_channel';
import { setImmediate as endOfTurn, setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Append, Change, Commit, Entry, Message, Read, StateAdapter, Write } from './state-adapter.ts';

/** Size of the cache of entries, in characters; with it, most updates need no read. */
const maxRemembered = 8_000_000;

/** Maximum pause after a collision, in milliseconds. */
const maxPauseMs = 4;

/** Publishes the partition of each commit that collided with another process's and is retried. */
const collisions = channel('kith:state:collision');

/** An update waiting for its commit. */
interface Waiting {
  readonly change: (read: Read) => Change<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

interface BatchCommit extends Commit {
  readonly reads: Map<string, number>;
  readonly writes: Map<string, Write | undefined>;
  readonly appends: Append[];
  readonly messages: Message[];
}

const isEmpty = ({ reads, writes, appends, messages }: BatchCommit): boolean =>
  reads.size + writes.size + appends.length + messages.length === 0;

/** An entry as this process last saw it; a commit checks that its version is unchanged. */
interface Known {
  readonly value: string | undefined;
  /** 0 if the entry is absent. */
  readonly version: number;
}

const absent: Known = { value: undefined, version: 0 };

/** Thrown into a change function on a read of an entry that has to be fetched first. */
class NotLoaded extends Error {}

/**
 * Applies pure functions to partitions. Updates of a partition that arrive within two turns of the event loop are
 * committed together; those that arrive during a commit go into the next one. After a collision, the functions are
 * applied again to the current entries.
 */
export class Updates {
  readonly #adapter: Pick<StateAdapter, 'get' | 'commit'>;
  readonly #known = new LRUCache<string, Known>({
    maxSize: maxRemembered,
    sizeCalculation: ({ value = '' }, name) => value.length + name.length,
  });
  /** Waiting updates by partition; removed once empty. */
  readonly #queues = new Map<string, Waiting[]>();

  constructor(adapter: Pick<StateAdapter, 'get' | 'commit'>) {
    this.#adapter = adapter;
  }

  update<Value>(partition: string, change: (read: Read) => Change<Value>): Promise<Value> {
    const { promise, resolve, reject } = Promise.withResolvers<Value>();
    const waiting: Waiting = {
      change,
      // Each change resolves with its own type of value.
      resolve: (value) => resolve(value as Value),
      reject,
    };
    const queue = this.#queues.get(partition);
    if (queue) queue.push(waiting);
    else {
      this.#queues.set(partition, [waiting]);
      void this.#run(partition);
    }
    return promise;
  }

  async #run(partition: string): Promise<void> {
    await endOfTurn();
    // Under load, a second turn gathers nearly twice as many updates.
    await endOfTurn();
    for (;;) {
      const queue = this.#queues.get(partition) ?? [];
      if (queue.length === 0) break;
      this.#queues.set(partition, []);
      try {
        await this.#apply(partition, queue);
      } catch (error) {
        for (const { reject } of queue) reject(error);
      }
    }
    this.#queues.delete(partition);
  }

  /** Applies updates in one commit and resolves each; rejects if the store cannot be reached. */
  async #apply(partition: string, all: readonly Waiting[]): Promise<void> {
    const entries = new Map<string, Known>();
    for (;;) {
      const batch = new Batch(entries, (key) => this.#known.get(nameOf(partition, key)));
      const outcomes = all.map((one) => batch.apply(one));
      if (batch.missing.size > 0) {
        const keys = [...batch.missing];
        this.#note(partition, keys, await this.#adapter.get(partition, keys), entries);
        continue;
      }
      const { commit } = batch;
      const others = isEmpty(commit) ? undefined : await this.#commit(partition, commit);
      if (!others) {
        for (const settle of outcomes) settle();
        return;
      }
      collisions.publish(partition);
      this.#note(partition, commit.reads.keys(), others, entries);
      await wait(Math.random() * maxPauseMs);
    }
  }

  /** Undefined once committed; after a collision, the current entries of `reads`. */
  async #commit(partition: string, commit: BatchCommit): Promise<ReadonlyMap<string, Entry> | undefined> {
    const forget = (key: string) => this.#known.delete(nameOf(partition, key));
    const done = await this.#adapter.commit(partition, commit).catch((error: unknown) => {
      for (const key of [...commit.reads.keys(), ...commit.writes.keys()]) forget(key);
      throw error;
    });
    if (done.kind === 'collision') return done.entries;
    if (done.kind === 'committed')
      for (const [key, write] of commit.writes) {
        if (write && write.ttlMs === undefined)
          this.#known.set(nameOf(partition, key), { value: write.value, version: done.version });
        else forget(key);
      }
    return undefined;
  }

  /**
   * Caches entries that were read. Entries that expire are not cached, since the store's clock decides when they do.
   */
  #note(
    partition: string,
    keys: Iterable<string>,
    found: ReadonlyMap<string, Entry>,
    entries: Map<string, Known>,
  ): void {
    for (const key of keys) {
      const entry = found.get(key);
      const known = entry ? { value: entry.value, version: entry.version } : absent;
      entries.set(key, known);
      if (entry?.ttlMs === undefined) this.#known.set(nameOf(partition, key), known);
      else this.#known.delete(nameOf(partition, key));
    }
  }
}

/** The updates of one commit; each sees the writes of those before it. */
class Batch {
  readonly commit: BatchCommit = { reads: new Map(), writes: new Map(), appends: [], messages: [] };
  /** Keys of entries that have to be fetched. */
  readonly missing = new Set<string>();
  readonly #entries: Map<string, Known>;
  readonly #remembered: (key: string) => Known | undefined;

  constructor(entries: Map<string, Known>, remembered: (key: string) => Known | undefined) {
    this.#entries = entries;
    this.#remembered = remembered;
  }

  /** Returns a function that settles the caller's promise; it is called after the commit. */
  apply({ change, resolve, reject }: Waiting): () => void {
    try {
      const { value, writes, appends = [], messages = [] } = change(this.#read);
      for (const [key, write] of writes ?? []) this.commit.writes.set(key, write);
      this.commit.appends.push(...appends);
      this.commit.messages.push(...messages);
      return () => resolve(value);
    } catch (error) {
      return () => reject(error);
    }
  }

  readonly #read: Read = Object.assign(
    (key: string) => {
      if (this.commit.writes.has(key)) return this.commit.writes.get(key)?.value;
      const known = this.#entries.get(key) ?? this.#remembered(key);
      if (known) return this.#noted(key, known);
      this.missing.add(key);
      throw new NotLoaded(key);
    },
    {
      absent: (key: string) =>
        this.commit.writes.has(key)
          ? this.commit.writes.get(key)?.value
          : this.#noted(key, this.#entries.get(key) ?? this.#remembered(key) ?? absent),
    },
  );

  #noted(key: string, known: Known): string | undefined {
    this.commit.reads.set(key, known.version);
    this.#entries.set(key, known);
    return known.value;
  }
}

const nameOf = (partition: string, key: string): string => `${partition}\n${key}`;
