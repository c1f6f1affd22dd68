import { EventEmitter } from 'node:events';
import type { Database } from './database.ts';
import {
  afterPrefix,
  type Commit,
  type Committed,
  type Entry,
  type ListedEntry,
  type Listener,
  logKey,
  type Message,
  type Range,
  type StateAdapter,
  type Write,
} from './state-adapter.ts';
import { turns } from './turns.ts';

/** `expires_at` is in milliseconds since 1970. */
const migrations = [
  `CREATE TABLE state_entry (
     partition TEXT NOT NULL,
     key TEXT NOT NULL,
     value TEXT NOT NULL,
     version INTEGER NOT NULL,
     expires_at INTEGER,
     PRIMARY KEY (partition, key)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX state_entry_expires ON state_entry (expires_at) WHERE expires_at IS NOT NULL;`,
];

/** Entries read per page of a list. */
const pageSize = 100;

/** Minimum interval between deletions of expired entries, in milliseconds. Reads ignore expired entries anyway. */
const sweepMs = 1000;

/**
 * State in the embedded database, which only this process uses: messages are delivered in memory, and commits are
 * synchronous.
 */
export class SqliteAdapter implements StateAdapter {
  readonly isShared = false;
  readonly #database: Database;
  readonly #now: () => number;
  readonly #messages = new EventEmitter<Record<string, [string]>>().setMaxListeners(0);
  #version: number;
  #sweptAt = Number.NEGATIVE_INFINITY;

  /** The caller keeps ownership of the database and closes it. */
  constructor(database: Database, now: () => number) {
    this.#database = database;
    this.#now = now;
    database.migrate('state', migrations);
    this.#version = Number(database.get`SELECT max(version) AS version FROM state_entry`?.version);
  }

  async get(partition: string, keys: readonly string[]): Promise<ReadonlyMap<string, Entry>> {
    return this.#entries(partition, keys);
  }

  /** Reads page by page, each in a turn that has time left, so that a long list does not block the event loop. */
  async list(partition: string, { prefix, after, first = Infinity, reverse }: Range): Promise<readonly ListedEntry[]> {
    const found: ListedEntry[] = [];
    let from = after;
    for (;;) {
      const count = Math.min(pageSize, first - found.length);
      if (count <= 0) return found;
      await turns.take();
      const page = this.#page(partition, prefix, from, count, reverse);
      found.push(...page);
      if (page.length < count) return found;
      from = page.at(-1)?.key;
    }
  }

  #page(partition: string, prefix: string, after: string | undefined, first: number, reverse = false): ListedEntry[] {
    const now = this.#now();
    const end = afterPrefix(prefix);
    const rows = reverse
      ? this.#database.all`
          SELECT * FROM state_entry WHERE partition = ${partition} AND key >= ${prefix} AND key < ${end}
            AND key < ${after ?? end} AND (expires_at IS NULL OR expires_at > ${now}) ORDER BY key DESC LIMIT ${first}`
      : this.#database.all`
          SELECT * FROM state_entry WHERE partition = ${partition} AND key >= ${prefix} AND key < ${end}
            AND key > ${after ?? ''} AND (expires_at IS NULL OR expires_at > ${now}) ORDER BY key LIMIT ${first}`;
    return rows.map((row) => ({ key: String(row.key), ...entryOf(row, now) }));
  }

  async commit(partition: string, commit: Commit): Promise<Committed> {
    const isCheck = !commit.writes?.size && !commit.appends?.length;
    // A commit that only checks its reads writes nothing, so that it succeeds on a full disk, too.
    const done = isCheck
      ? this.#apply(partition, commit)
      : this.#database.transaction(() => {
          this.#sweep();
          return this.#apply(partition, commit);
        });
    if (done.kind === 'committed') for (const message of commit.messages ?? []) this.#emit(message);
    return done;
  }

  async sizeOf(partition: string): Promise<number> {
    const row = this.#database.get`
      SELECT sum(octet_length(key) + octet_length(value)) AS bytes FROM state_entry WHERE partition = ${partition}`;
    return Number(row?.bytes ?? 0);
  }

  #apply(partition: string, { reads, writes, appends, limits }: Commit): Committed {
    const now = this.#now();
    for (const [key, version] of reads ?? [])
      if ((this.#entry(partition, key, now)?.version ?? 0) !== version)
        return { kind: 'collision', entries: this.#entries(partition, [...(reads?.keys() ?? [])]) };
    if (limits?.some(({ prefix, max }) => this.#countAfter(partition, prefix, writes) > max)) return { kind: 'full' };
    const version = Math.max(this.#version + 1, Date.now() * 1000);
    let removed = 0;
    for (const [key, write] of writes ?? [])
      if (write) this.#write(partition, key, write, version, now);
      else if (
        this.#database.get`DELETE FROM state_entry WHERE partition = ${partition} AND key = ${key} RETURNING key`
      )
        removed += 1;
    for (const [index, append] of (appends ?? []).entries())
      this.#write(partition, logKey(append.log, version, index), append, version, now);
    this.#version = version;
    return { kind: 'committed', version, removed };
  }

  async *partitions(prefix: string): AsyncIterable<string> {
    yield* this.#database.all`
      SELECT DISTINCT partition FROM state_entry WHERE partition >= ${prefix} AND partition < ${afterPrefix(prefix)}
        AND (expires_at IS NULL OR expires_at > ${this.#now()})`.map((row) => String(row.partition));
  }

  async publish(message: Message): Promise<void> {
    this.#emit(message);
  }

  async subscribe(channel: string, listener: Listener): Promise<() => void> {
    this.#messages.on(channel, listener);
    return () => this.#messages.off(channel, listener);
  }

  flush(): Promise<void> {
    return this.#database.flush();
  }

  erase(): void {
    this.#database.erase();
  }

  async close(): Promise<void> {
    this.#messages.removeAllListeners();
  }

  #entries(partition: string, keys: readonly string[]): ReadonlyMap<string, Entry> {
    const now = this.#now();
    const found = new Map<string, Entry>();
    for (const key of keys) {
      const entry = this.#entry(partition, key, now);
      if (entry) found.set(key, entry);
    }
    return found;
  }

  #entry(partition: string, key: string, now: number): Entry | undefined {
    const row = this.#database.get`
      SELECT value, version, expires_at FROM state_entry WHERE partition = ${partition} AND key = ${key}`;
    const isThere = row && (row.expires_at === null || Number(row.expires_at) > now);
    return isThere ? entryOf(row, now) : undefined;
  }

  #write(partition: string, key: string, { value, ttlMs }: Write, version: number, now: number): void {
    const expiresAt = ttlMs === undefined ? null : Math.ceil(now + ttlMs);
    this.#database.run`
      INSERT INTO state_entry (partition, key, value, version, expires_at)
      VALUES (${partition}, ${key}, ${value}, ${version}, ${expiresAt})
      ON CONFLICT DO UPDATE SET value = excluded.value, version = excluded.version, expires_at = excluded.expires_at`;
  }

  /** The number of entries under a prefix after the writes. */
  #countAfter(partition: string, prefix: string, writes: Commit['writes']): number {
    const now = this.#now();
    const row = this.#database.get`
      SELECT count(*) AS count FROM state_entry WHERE partition = ${partition} AND key >= ${prefix}
        AND key < ${afterPrefix(prefix)} AND (expires_at IS NULL OR expires_at > ${now})`;
    let count = Number(row?.count);
    for (const [key, write] of writes ?? []) {
      if (!key.startsWith(prefix)) continue;
      const isThere = this.#entry(partition, key, now) !== undefined;
      if (write && !isThere) count += 1;
      else if (!write && isThere) count -= 1;
    }
    return count;
  }

  #sweep(): void {
    const now = this.#now();
    if (now - this.#sweptAt < sweepMs) return;
    this.#sweptAt = now;
    this.#database.run`DELETE FROM state_entry WHERE expires_at <= ${now}`;
  }

  #emit({ channel, text }: Message): void {
    this.#messages.emit(channel, text);
  }
}

const entryOf = ({ value, version, expires_at: end }: Readonly<Record<string, unknown>>, now: number): Entry => ({
  value: String(value),
  version: Number(version),
  ttlMs: end === null ? undefined : Number(end) - now,
});
