import { channel } from 'node:diagnostics_channel';
import { setImmediate as endOfTurn, setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Append, Change, Commit, Entry, Message, Read, StateAdapter, Write } from './state-adapter.ts';

/** How many characters of values are remembered, so that most updates need no look-up. */
const maxRemembered = 8_000_000;

/** The longest pause after a collision, in milliseconds. */
const maxPauseMs = 4;

/** Published with the partition of each commit that was made again, since another process's came first. */
const collisions = channel('kith:state:collision');

/** An update that waits for its commit. */
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

/** An entry as this process saw it last: a commit checks whether it still is so. */
interface Known {
  readonly value: string | undefined;
  /** 0: the entry is absent. */
  readonly version: number;
}

const absent: Known = { value: undefined, version: 0 };

/** Thrown by a function that reads an entry which has to be looked up first. */
class NotLoaded extends Error {}

/**
 * Applies pure functions to partitions. What comes for a partition within two turns of the event loop goes in one commit;
 * what comes while it is under way goes in the next one. After a collision, the functions are applied to what came back.
 */
export class Updates {
  readonly #adapter: StateAdapter;
  readonly #known = new LRUCache<string, Known>({
    maxSize: maxRemembered,
    sizeCalculation: ({ value = '' }, name) => value.length + name.length,
  });
  /** By partition, until it has nothing to do. */
  readonly #queues = new Map<string, Waiting[]>();

  constructor(adapter: StateAdapter) {
    this.#adapter = adapter;
  }

  update<Value>(partition: string, change: (read: Read) => Change<Value>): Promise<Value> {
    const { promise, resolve, reject } = Promise.withResolvers<Value>();
    const waiting: Waiting = {
      change,
      // The value is the change's own.
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

  /** Applies updates in one commit, and resolves each; rejects if the store can't be reached. */
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

  /** After a collision: the entries of its reads as they are now. */
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

  /** Takes over what was read. An entry that expires is read again each time, since its time is the store's to judge. */
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

/** The updates of one commit, each of which sees what those before it have written. */
class Batch {
  readonly commit: BatchCommit = { reads: new Map(), writes: new Map(), appends: [], messages: [] };
  /** Entries that have to be looked up. */
  readonly missing = new Set<string>();
  readonly #entries: Map<string, Known>;
  readonly #remembered: (key: string) => Known | undefined;

  constructor(entries: Map<string, Known>, remembered: (key: string) => Known | undefined) {
    this.#entries = entries;
    this.#remembered = remembered;
  }

  /** Returns a function that tells the caller what came of it, once it is committed. */
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
