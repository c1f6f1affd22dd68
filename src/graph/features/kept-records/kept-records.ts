import { createHmac, createSecretKey, hash, type KeyObject, randomUUID } from 'node:crypto';
import { setImmediate as endOfTurn } from 'node:timers/promises';
import { parseStored } from '../../../client/lazy-records.ts';
import { isObject } from '../../../contract/json.ts';
import { fetchCompanies } from '../../../contract/operation/companies.ts';
import { fetchProfiles } from '../../../contract/operation/profiles.ts';
import type {
  CacheScope,
  FetchedRecords,
  Invalidation,
  KeptSummary,
  LoadClaim,
  SharedHit,
  SharedKind,
  SharedLookup,
  SharedRecordCache,
  SharedRecords,
} from '../../cache/shared-cache.ts';
import type { Database } from '../../state/database.ts';
import { SealBroken } from '../../state/seal/seal.ts';
import type { RecordCodec } from './record-codec.ts';

/** `fetched_at` is in milliseconds since 1970; `names` are the record's name hashes, one after the other. */
const migrations = [
  `CREATE TABLE kept_scope (
     id INTEGER PRIMARY KEY,
     owner TEXT NOT NULL,
     team TEXT NOT NULL,
     UNIQUE (owner, team)
   ) STRICT;
   CREATE TABLE kept_record (
     id INTEGER PRIMARY KEY,
     scope INTEGER NOT NULL,
     kind TEXT NOT NULL,
     fetched_at INTEGER NOT NULL,
     names BLOB NOT NULL,
     sealed BLOB NOT NULL
   ) STRICT;
   CREATE INDEX kept_record_scope ON kept_record (scope);
   CREATE TABLE kept_name (
     hash BLOB NOT NULL,
     record INTEGER NOT NULL,
     attributed INTEGER NOT NULL,
     PRIMARY KEY (hash, record)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE kept_saving (month TEXT PRIMARY KEY, records INTEGER NOT NULL) STRICT, WITHOUT ROWID;`,
  // `until` is null while the process that loads the name is there.
  `CREATE TABLE kept_claim (
     hash BLOB NOT NULL,
     scope INTEGER NOT NULL,
     token TEXT NOT NULL,
     until INTEGER,
     PRIMARY KEY (hash, scope)
   ) STRICT, WITHOUT ROWID;`,
];

/** How long the loads that a process left in flight are kept for their repeats, in milliseconds. */
const orphanMs = 60_000;

/** 96 bits of a name's HMAC: two of a billion names collide once in 10^11 stores, and a record's own names are checked. */
const hashBytes = 12;

/** Minimum interval between deletions of expired records, in milliseconds; reads ignore them anyway. */
const sweepMs = 600_000;

/** Maximum records deleted, or sealed again, per transaction. */
const perTransaction = 200;

/** Names looked up without a turn of the event loop in between. */
const perTurn = 200;

export interface KeptOptions {
  /** Of these records alone; closed with them. */
  readonly database: Database;
  readonly codec: RecordCodec;
  /** Key of the hashes of names; includes the upstream's address and names, and never changes. */
  readonly space: string;
  readonly keepMs: number;
  /** Maximum size of the database, in bytes. */
  readonly bytes: number;
  /** Wall clock, in milliseconds. */
  readonly now: () => number;
  /** A record was paid for and answered, but something about it could not be written, as on a full disk. */
  readonly onTrouble: (error: unknown) => void;
}

/**
 * Paid records that outlive the process, in an SQLite file of one graph. Only `profile_info` and `company_info` are stored, sealed;
 * names are hashed. A record is stored before it is answered, and deleted data is overwritten.
 */
export class KeptRecords implements SharedRecords {
  readonly keeps = true;
  readonly #options: KeptOptions;
  /** Changed by each invalidation, so that an answer requested before it is not stored after it. */
  #invalidations = 0;
  readonly #byOwner = new Map<string, number>();
  /** Key of the hashes of names. */
  readonly #nameKey: KeyObject;
  #sweptAt = Number.NEGATIVE_INFINITY;

  constructor(options: KeptOptions) {
    this.#options = options;
    this.#nameKey = createSecretKey(Buffer.from(options.space));
    const { database, now } = options;
    database.migrate('kept records', migrations);
    database.run`DELETE FROM kept_claim WHERE until <= ${now()}`;
    database.run`UPDATE kept_claim SET until = ${now() + orphanMs} WHERE until IS NULL`;
  }

  recordCache<Fetched>(scope: CacheScope, kind: SharedKind): SharedRecordCache<Fetched> {
    return new KeptCache<Fetched>(this, this.#options, scope, kind);
  }

  /** Nobody else uses the file. */
  listen(): void {}

  async forget(forgotten: Invalidation): Promise<boolean> {
    if (forgotten.what === 'everything' || forgotten.key === undefined) this.#invalidations += 1;
    else this.#byOwner.set(forgotten.key, (this.#byOwner.get(forgotten.key) ?? 0) + 1);
    const { database } = this.#options;
    if (forgotten.what === 'everything') {
      database.transaction(() => {
        database.run`DELETE FROM kept_name`;
        database.run`DELETE FROM kept_record`;
        database.run`DELETE FROM kept_scope`;
      });
    } else await this.#deleteAll(this.#idsOf(forgotten));
    database.erase();
    return true;
  }

  async adopt(from: string, to: string): Promise<number> {
    const { database } = this.#options;
    return database.transaction(() => {
      let adopted = 0;
      for (const { id, team } of database.all`SELECT id, team FROM kept_scope WHERE owner = ${from}`) {
        const scope = this.scopeId(to, String(team));
        adopted += Number(database.get`SELECT count(*) AS count FROM kept_record WHERE scope = ${id ?? null}`?.count);
        database.run`UPDATE kept_record SET scope = ${scope} WHERE scope = ${id ?? null}`;
      }
      return adopted;
    });
  }

  async sealAnew(): Promise<number> {
    const { database, codec } = this.#options;
    let sealed = 0;
    for (let after = 0; ; ) {
      const rows = database.all`
        SELECT id, sealed FROM kept_record WHERE id > ${after} ORDER BY id LIMIT ${perTransaction}`;
      const last = rows.at(-1);
      if (!last) return sealed;
      after = Number(last.id);
      database.transaction(() => {
        for (const { id, sealed: stored } of rows) {
          const anew = unlessBroken(() => codec.sealAnew(bytesOf(stored)));
          if (!anew) continue;
          sealed += 1;
          database.run`UPDATE kept_record SET sealed = ${anew} WHERE id = ${id ?? null}`;
        }
      });
      await endOfTurn();
    }
  }

  async summary(): Promise<KeptSummary> {
    const { database, now } = this.#options;
    const row = database.get`
      SELECT count(*) FILTER (WHERE kind = 'profile') AS profiles, count(*) FILTER (WHERE kind = 'company') AS companies,
        min(fetched_at) AS oldest, max(fetched_at) AS newest FROM kept_record`;
    const month = monthOf(now());
    return {
      profiles: Number(row?.profiles),
      companies: Number(row?.companies),
      oldestAt: row?.oldest == null ? null : Number(row.oldest),
      newestAt: row?.newest == null ? null : Number(row.newest),
      bytes: this.#bytes,
      savedThisMonth: Number(database.get`SELECT records FROM kept_saving WHERE month = ${month}`?.records ?? 0),
    };
  }

  /** Counts records that were served instead of being paid for. */
  noteSaved(records: number): void {
    const { database, now } = this.#options;
    const month = monthOf(now());
    database.run`
      INSERT INTO kept_saving (month, records) VALUES (${month}, ${records})
        ON CONFLICT (month) DO UPDATE SET records = records + excluded.records`;
  }

  async close(): Promise<void> {
    this.#options.database.close();
  }

  /** For `SharedLookup.versionToken`. */
  tokenOf(owner: string): string {
    return `${this.#invalidations} ${this.#byOwner.get(owner) ?? 0}`;
  }

  hash(kind: SharedKind, name: string): Buffer {
    return createHmac('sha256', this.#nameKey).update(`${kind}:${name}`).digest().subarray(0, hashBytes);
  }

  /** The id of a scope, which is created if it is new. */
  scopeId(owner: string, team: string): number {
    const { database } = this.#options;
    database.run`INSERT INTO kept_scope (owner, team) VALUES (${owner}, ${team}) ON CONFLICT DO NOTHING`;
    return Number(database.get`SELECT id FROM kept_scope WHERE owner = ${owner} AND team = ${team}`?.id);
  }

  /** Deletes expired records, and the oldest ones above the maximum size. */
  async sweep(): Promise<void> {
    const { database, now, keepMs, bytes } = this.#options;
    if (now() - this.#sweptAt >= sweepMs || this.#bytes > bytes) {
      this.#sweptAt = now();
      const expired = database.all`SELECT id FROM kept_record WHERE fetched_at <= ${now() - keepMs}`;
      if (expired.length > 0) {
        await this.#deleteAll(expired.map(({ id }) => Number(id)));
        database.erase();
      }
    }
    while (this.#bytes > bytes) {
      const oldest = database.all`SELECT id FROM kept_record ORDER BY id LIMIT ${perTransaction}`;
      if (oldest.length === 0) return;
      await this.#deleteAll(oldest.map(({ id }) => Number(id)));
    }
  }

  /** Deletes a record with its names, within a transaction. */
  delete(id: number): void {
    const { database } = this.#options;
    const names = bytesOf(database.get`SELECT names FROM kept_record WHERE id = ${id}`?.names);
    for (let at = 0; at < names.length; at += hashBytes)
      database.run`DELETE FROM kept_name WHERE hash = ${names.subarray(at, at + hashBytes)} AND record = ${id}`;
    database.run`DELETE FROM kept_record WHERE id = ${id}`;
  }

  /** Size of the file without its free pages, in bytes. */
  get #bytes(): number {
    const { database } = this.#options;
    const pages = Number(database.get`PRAGMA page_count`?.page_count);
    const free = Number(database.get`PRAGMA freelist_count`?.freelist_count);
    return (pages - free) * Number(database.get`PRAGMA page_size`?.page_size);
  }

  #idsOf(forgotten: Exclude<Invalidation, { what: 'everything' }>): readonly number[] {
    const { database } = this.#options;
    const { key = null } = forgotten;
    const team = 'team' in forgotten ? forgotten.team : undefined;
    const rows =
      forgotten.what === 'record'
        ? database.all`
            SELECT record AS id FROM kept_name CROSS JOIN kept_record ON kept_record.id = record
              JOIN kept_scope ON kept_scope.id = scope
              WHERE hash = ${this.hash(forgotten.kind, forgotten.name)} AND (${key} IS NULL OR owner = ${key})
                AND (${team ?? null} IS NULL OR team = ${team ?? null})`
        : database.all`
            SELECT kept_record.id AS id FROM kept_record JOIN kept_scope ON kept_scope.id = scope
              WHERE owner = ${key} AND (${team ?? null} IS NULL OR team = ${team ?? null})`;
    return rows.map(({ id }) => Number(id));
  }

  async #deleteAll(ids: readonly number[]): Promise<void> {
    for (let at = 0; at < ids.length; at += perTransaction) {
      this.#options.database.transaction(() => {
        for (const id of ids.slice(at, at + perTransaction)) this.delete(id);
      });
      if (at + perTransaction < ids.length) await endOfTurn();
    }
  }
}

/** The kept records of one kind and one scope. */
class KeptCache<Fetched> implements SharedRecordCache<Fetched> {
  readonly #records: KeptRecords;
  readonly #options: KeptOptions;
  readonly #scope: CacheScope;
  readonly #kind: SharedKind;

  constructor(records: KeptRecords, options: KeptOptions, scope: CacheScope, kind: SharedKind) {
    this.#records = records;
    this.#options = options;
    this.#scope = scope;
    this.#kind = kind;
  }

  /** `CROSS JOIN` lets SQLite begin with the names, which are few, rather than with the records of a scope. */
  async lookUp(names: readonly string[]): Promise<SharedLookup<Fetched>> {
    const { database, now, keepMs } = this.#options;
    const { key, team = '' } = this.#scope;
    const versionToken = this.#records.tokenOf(key);
    const found = new Map<string, SharedHit<Fetched>>();
    const scope = database.get`SELECT id FROM kept_scope WHERE owner = ${key} AND team = ${team}`?.id;
    if (scope == null) return { versionToken, found };
    for (let from = 0; from < names.length; from += perTurn) {
      if (from > 0) await endOfTurn();
      const some = names.slice(from, from + perTurn);
      const hashes = JSON.stringify(some.map((name) => this.#records.hash(this.#kind, name).toString('hex')));
      // Of several records under a name, the last one is taken.
      const rows = database.all`
        SELECT name.key AS at, kept_record.id AS id, fetched_at, sealed FROM json_each(${hashes}) AS name
          CROSS JOIN kept_name ON hash = unhex(name.value) CROSS JOIN kept_record ON kept_record.id = record
          WHERE scope = ${scope} AND kept_record.kind = ${this.#kind} AND fetched_at > ${now() - keepMs}
          ORDER BY attributed, kept_record.id`;
      const hits = this.#decoded(new Map(rows.map((row) => [Number(row.id), row])));
      for (const { at, id } of rows) {
        const [name, hit] = [some[Number(at)], hits.get(Number(id))];
        if (name !== undefined && hit) found.set(name, hit);
      }
    }
    return { versionToken, found };
  }

  async put(versionToken: string, fetched: FetchedRecords<Fetched>): Promise<void> {
    await this.#put(versionToken, fetched).catch(this.#options.onTrouble);
  }

  async #put(versionToken: string, { records }: FetchedRecords<Fetched>): Promise<void> {
    const { database, codec, now } = this.#options;
    const fetchedAt = now();
    const sealed = await Promise.all(records.map(({ record }) => codec.encode(keptText(record, this.#kind))));
    // Invalidated while it was compressed.
    if (versionToken !== this.#records.tokenOf(this.#scope.key)) return;
    database.transaction(() => {
      const scope = this.#records.scopeId(this.#scope.key, this.#scope.team ?? '');
      for (const [at, { names }] of records.entries()) {
        const text = sealed[at];
        if (!text) continue;
        const hashes = new Map(
          [...names.own, ...names.attributed].map((name) => [name, this.#records.hash(this.#kind, name)]),
        );
        const [first] = [...names.own, ...names.attributed];
        const hash = first === undefined ? undefined : hashes.get(first);
        if (!hash) continue;
        for (const { id } of this.#under(hash, scope)) this.#records.delete(Number(id));
        database.run`
          INSERT INTO kept_record (scope, kind, fetched_at, names, sealed)
            VALUES (${scope}, ${this.#kind}, ${fetchedAt}, ${Buffer.concat([...hashes.values()])}, ${text})`;
        const id = Number(database.get`SELECT last_insert_rowid() AS id`?.id);
        for (const [name, hash] of hashes)
          database.run`
            INSERT INTO kept_name (hash, record, attributed)
              VALUES (${hash}, ${id}, ${names.attributed.includes(name) ? 1 : 0}) ON CONFLICT DO NOTHING`;
      }
    });
    await this.#records.sweep();
  }

  /**
   * Loads in flight are shared by the memory. Claimed are those that may be repeated after a crash, since a repeat is charged
   * once only if it asks for what was asked before; and all others until it has.
   */
  async claim(names: readonly string[], repeats: string | undefined): Promise<LoadClaim | undefined> {
    const { onTrouble } = this.#options;
    try {
      return this.#claim(names, repeats);
    } catch (error) {
      onTrouble(error);
      return undefined;
    }
  }

  #claim(names: readonly string[], repeats: string | undefined): LoadClaim | undefined {
    const { database, now, onTrouble } = this.#options;
    if (repeats === undefined && !database.get`SELECT token FROM kept_claim LIMIT 1`) return undefined;
    const scope = this.#records.scopeId(this.#scope.key, this.#scope.team ?? '');
    const token = repeats === undefined ? randomUUID() : hash('sha256', repeats, 'base64url');
    const hashes = new Map(names.map((name) => [name, this.#records.hash(this.#kind, name)]));
    const [heldElsewhere, resumed] = [new Set<string>(), new Set<string>()];
    database.transaction(() => {
      for (const [name, hash] of hashes) {
        const held = database.get`
          SELECT token FROM kept_claim WHERE hash = ${hash} AND scope = ${scope} AND (until IS NULL OR until > ${now()})`;
        if (held && held.token !== token) {
          heldElsewhere.add(name);
          continue;
        }
        if (held) resumed.add(name);
        database.run`INSERT OR REPLACE INTO kept_claim (hash, scope, token) VALUES (${hash}, ${scope}, ${token})`;
      }
    });
    return {
      ...{ heldElsewhere, resumed, earlier: undefined },
      release: async () => {
        try {
          database.transaction(() => {
            for (const hash of hashes.values())
              database.run`DELETE FROM kept_claim WHERE hash = ${hash} AND scope = ${scope} AND token = ${token}`;
          });
        } catch (error) {
          onTrouble(error);
        }
      },
    };
  }

  async isClaimed(names: readonly string[]): Promise<boolean> {
    const { database, now } = this.#options;
    const scope = this.#records.scopeId(this.#scope.key, this.#scope.team ?? '');
    return names.some(
      (name) =>
        database.get`
          SELECT token FROM kept_claim WHERE hash = ${this.#records.hash(this.#kind, name)} AND scope = ${scope}
            AND (until IS NULL OR until > ${now()})`,
    );
  }

  noteKept(records: number): void {
    try {
      this.#records.noteSaved(records);
    } catch (error) {
      this.#options.onTrouble(error);
    }
  }

  /** Records of the scope under a name. */
  #under(hash: Buffer, scope: number) {
    return this.#options.database.all`
      SELECT id FROM kept_name CROSS JOIN kept_record ON kept_record.id = record
        WHERE hash = ${hash} AND scope = ${scope} AND kind = ${this.#kind}`;
  }

  /** By id; a record that cannot be read is left out, and fetched again. */
  #decoded(rows: ReadonlyMap<number, Row>): ReadonlyMap<number, SharedHit<Fetched>> {
    const { codec, now } = this.#options;
    const texts = [...rows.values()].flatMap(({ id, fetched_at: at, sealed }) => {
      const text = unlessBroken(() => codec.decode(bytesOf(sealed)));
      return text ? [{ id: Number(id), ageMs: Math.max(0, now() - Number(at)), text }] : [];
    });
    const records = parseStored(
      operations[this.#kind],
      texts.map(({ text }) => text),
    );
    return new Map(
      texts.flatMap(({ id, ageMs, text }, at) => {
        const record = records[at];
        return isRecord<Fetched>(record) ? [[id, { record, ageMs, bytes: text.length, isKept: true }]] : [];
      }),
    );
  }
}

type Row = NonNullable<ReturnType<Database['get']>>;

/** The endpoints whose records are stored, by kind. */
export const operations = { profile: fetchProfiles, company: fetchCompanies } as const;

const infos = { profile: 'profile_info', company: 'company_info' } as const;

/** The stored part of a record: without the team’s tags and lists, and without the identifiers of a request. */
export function keptText(record: unknown, kind: SharedKind): string {
  const info = infos[kind];
  const members: Readonly<Record<string, unknown>> = Object(record);
  return JSON.stringify({ id: members.id, [info]: members[info] });
}

/** A sealed object is a record of this kind, as it was stored: validating a page of them would take longer than reading it. */
export const isRecord = <Fetched>(value: unknown): value is Fetched => isObject(value);

const bytesOf = (value: unknown): Buffer => (value instanceof Uint8Array ? Buffer.from(value) : Buffer.alloc(0));

export const monthOf = (at: number): string => new Date(at).toISOString().slice(0, 7);

/** Undefined if a sealed value cannot be opened, or unpacked. */
export function unlessBroken<Value>(open: () => Value): Value | undefined {
  try {
    return open();
  } catch (error) {
    if (error instanceof SealBroken || (error instanceof Error && 'code' in error)) return undefined;
    throw error;
  }
}
