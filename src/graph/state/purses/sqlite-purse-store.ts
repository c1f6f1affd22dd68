import { EventEmitter } from 'node:events';
import { LRUCache } from 'lru-cache';
import Type from 'typebox';
import { isPeriod, periodStart } from '../../credits/purse/period.ts';
import {
  isLow,
  type Purse,
  type PurseEntry,
  type PurseState,
  type UncertainPayment,
} from '../../credits/purse/purse.ts';
import { PurseRefused } from '../../credits/purse/purse-refused.ts';
import { parse } from '../../validate.ts';
import type { Database } from '../database.ts';
import {
  type Draw,
  endedMs,
  entriesKeptMs,
  type Grant,
  keptMs,
  labelOf,
  mostEnded,
  type OnGone,
  type PurseStore,
  type Settlement,
} from './purse-store.ts';
import { ReservationRow, SqliteLedger } from './sqlite-ledger.ts';

/** Times are in milliseconds since 1970. A purse of a key or a child team has its place until it is closed. */
const migrations = [
  `CREATE TABLE purse (
     id TEXT PRIMARY KEY,
     owner TEXT NOT NULL,
     scope TEXT NOT NULL,
     child_team TEXT,
     label TEXT NOT NULL,
     total INTEGER NOT NULL CHECK (total >= 0),
     period TEXT NOT NULL,
     created_at INTEGER NOT NULL,
     expires_at INTEGER,
     closed_at INTEGER
   ) STRICT;
   CREATE INDEX purse_owner ON purse (owner, created_at);
   CREATE UNIQUE INDEX purse_place ON purse (owner, coalesce(child_team, ''))
     WHERE scope <> 'session' AND closed_at IS NULL;

   CREATE TABLE purse_balance (
     purse TEXT NOT NULL REFERENCES purse ON DELETE CASCADE,
     period_start INTEGER NOT NULL,
     spent INTEGER NOT NULL,
     held INTEGER NOT NULL CHECK (held >= 0),
     uncertain INTEGER NOT NULL CHECK (uncertain >= 0),
     PRIMARY KEY (purse, period_start)
   ) STRICT, WITHOUT ROWID;

   CREATE TABLE purse_entry (
     purse TEXT NOT NULL REFERENCES purse ON DELETE CASCADE,
     hour INTEGER NOT NULL,
     cause TEXT NOT NULL,
     spent INTEGER NOT NULL,
     uncertain INTEGER NOT NULL,
     payments INTEGER NOT NULL,
     PRIMARY KEY (purse, hour, cause)
   ) STRICT, WITHOUT ROWID;

   CREATE TABLE purse_reservation (
     id TEXT NOT NULL,
     purse TEXT NOT NULL REFERENCES purse ON DELETE CASCADE,
     period_start INTEGER NOT NULL,
     credits INTEGER NOT NULL,
     cause TEXT NOT NULL,
     reserved_at INTEGER NOT NULL,
     state TEXT NOT NULL,
     PRIMARY KEY (id, purse)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX purse_reservation_kept ON purse_reservation (purse) WHERE state <> 'held';`,
];

const PurseRow = Type.Object({
  id: Type.String(),
  owner: Type.String(),
  scope: Type.Union([Type.Literal('key'), Type.Literal('team'), Type.Literal('session')]),
  child_team: Type.Union([Type.String(), Type.Null()]),
  label: Type.String(),
  total: Type.Integer(),
  period: Type.String(),
  created_at: Type.Integer(),
  expires_at: Type.Union([Type.Integer(), Type.Null()]),
  closed_at: Type.Union([Type.Integer(), Type.Null()]),
});

/** How many payers' purses are kept in memory. */
const mostKept = 10_000;

/** How long what was settled may be in memory alone, in milliseconds: after `kill -9` it is uncertain. */
const commitMs = 20;
/** How long the tables may be behind the journal, in milliseconds. */
const writeMs = 1000;

/** The embedded store. Its one process is its only user: whatever an earlier one has reserved is lost. */
export class SqlitePurseStore implements PurseStore {
  readonly #database: Database;
  readonly #now: () => number;
  readonly #onTrouble: (error: unknown) => void;
  readonly #onGone: OnGone;
  readonly #ledger: SqliteLedger;
  readonly #changes = new EventEmitter<Record<string, []>>().setMaxListeners(0);
  /** Keys that have, or a child team of which has, an open purse. */
  readonly #bounded: Set<string>;
  /** What bounds whose payments. */
  readonly #purses = new LRUCache<string, readonly Purse[]>({ max: mostKept });
  #keeping: Promise<void> | undefined;
  #committing: NodeJS.Timeout | undefined;
  #writing: NodeJS.Timeout | undefined;

  /** @param onTrouble hears why the journal or the tables could not be written while nobody waits for them */
  constructor(
    database: Database,
    now: () => number,
    onTrouble: (error: unknown) => void,
    onGone: OnGone = () => undefined,
  ) {
    this.#database = database;
    this.#now = now;
    this.#onTrouble = onTrouble;
    this.#onGone = onGone;
    database.migrate('purse', migrations);
    this.#ledger = new SqliteLedger(database);
    database.beforeCopy(() => this.#ledger.write());
    const open = database.all`SELECT DISTINCT owner FROM purse WHERE scope <> 'session' AND closed_at IS NULL`;
    this.#bounded = new Set(open.map(({ owner }) => String(owner)));
  }

  mayBound(owner: string): boolean {
    return this.#bounded.has(owner);
  }

  async create(purse: Purse): Promise<boolean> {
    const { id, owner, scope, childTeamId = null, label, total, period, createdAt, expiresAt = null } = purse;
    const database = this.#database;
    const gone: { readonly owner: string; readonly id: string }[] = [];
    const isNew = database.transaction(() => {
      const old = this.#now() - keptMs;
      const ofAll = database.all`DELETE FROM purse WHERE closed_at < ${old} OR expires_at < ${old} RETURNING owner, id`;
      const ended = this.#now() - endedMs;
      const ofOwner = database.all`
        DELETE FROM purse WHERE id IN (
          SELECT id FROM purse WHERE owner = ${owner} AND coalesce(closed_at, expires_at) < ${ended}
          ORDER BY coalesce(closed_at, expires_at) DESC LIMIT -1 OFFSET ${mostEnded})
        RETURNING owner, id`;
      for (const row of [...ofAll, ...ofOwner]) gone.push({ owner: String(row.owner), id: String(row.id) });
      const oldest = this.#now() - entriesKeptMs;
      database.run`DELETE FROM purse_entry WHERE hour < ${oldest}`;
      database.run`DELETE FROM purse_reservation WHERE state <> 'held' AND reserved_at < ${oldest}`;
      if (scope !== 'session' && this.#open(owner, childTeamId ?? undefined)) return false;
      database.run`
        INSERT INTO purse (id, owner, scope, child_team, label, total, period, created_at, expires_at)
        VALUES (${id}, ${owner}, ${scope}, ${childTeamId}, ${label}, ${total}, ${period}, ${createdAt}, ${expiresAt})`;
      return true;
    });
    this.#purses.clear();
    for (const one of gone) this.#onGone(one.owner, one.id);
    if (isNew && scope !== 'session') this.#bounded.add(owner);
    this.#changes.emit(owner);
    return isNew;
  }

  async reserve(owner: string, draw: Draw): Promise<Grant | PurseRefused> {
    try {
      const purses = this.#bounding(owner, draw);
      if (!purses) return PurseRefused.ended();
      const grant = this.#ledger.reserve(draw, purses, this.#now());
      if (grant.purses.length === 0) return grant;
      await this.#kept();
      this.#moved(owner);
      return grant;
    } catch (error) {
      this.#onTrouble(error);
      return PurseRefused.unreachable();
    }
  }

  settle(owner: string, settlement: Settlement): undefined {
    this.#ledger.settle(settlement);
    this.#committing ??= setTimeout(() => this.#commit(), commitMs).unref();
    this.#moved(owner);
  }

  async purses(owner: string, limit: number): Promise<readonly PurseState[]> {
    return this.#database.all`
      SELECT * FROM purse WHERE owner = ${owner}
      ORDER BY coalesce(closed_at, expires_at) DESC NULLS FIRST, id LIMIT ${limit}`.map((row) => this.#stateOf(row));
  }

  async purse(owner: string, id: string): Promise<PurseState | undefined> {
    return this.#state(owner, id);
  }

  async openPurse(owner: string, childTeamId: string | undefined): Promise<PurseState | undefined> {
    return this.#open(owner, childTeamId);
  }

  async entries(owner: string, purse: string): Promise<readonly PurseEntry[]> {
    if (!this.#state(owner, purse)) return [];
    this.#ledger.write();
    return this.#database.all`
      SELECT hour, cause, spent, uncertain, payments FROM purse_entry
      WHERE purse = ${purse} AND hour >= ${this.#now() - entriesKeptMs} ORDER BY hour DESC, cause`.map((row) => ({
      hour: Number(row.hour),
      cause: String(row.cause),
      spent: Number(row.spent),
      uncertain: Number(row.uncertain),
      payments: Number(row.payments),
    }));
  }

  async uncertain(owner: string, purse: string): Promise<readonly UncertainPayment[]> {
    if (!this.#state(owner, purse)) return [];
    this.#ledger.write();
    return this.#database.all`
      SELECT * FROM purse_reservation WHERE purse = ${purse} AND state <> 'held' ORDER BY reserved_at, id`.map(
      (row) => {
        const { id, cause, credits, reserved_at: reservedAt } = parse(ReservationRow, row);
        return { id, cause, credits, reservedAt };
      },
    );
  }

  async relabel(isMeant: (label: string) => boolean): Promise<number> {
    const database = this.#database;
    const meant = database.all`SELECT id, owner, label FROM purse`.filter(({ label }) => isMeant(String(label)));
    database.transaction(() => {
      for (const { id } of meant)
        database.run`UPDATE purse SET label = ${labelOf(String(id))} WHERE id = ${String(id)}`;
    });
    this.#purses.clear();
    for (const { owner } of meant) this.#changes.emit(String(owner));
    return meant.length;
  }

  async close(owner: string, purse: string): Promise<boolean> {
    const database = this.#database;
    const state = this.#state(owner, purse);
    if (!state || state.closedAt !== undefined) return false;
    database.run`UPDATE purse SET closed_at = ${this.#now()} WHERE id = ${purse}`;
    this.#purses.clear();
    const open = database.get`
      SELECT id FROM purse WHERE owner = ${owner} AND scope <> 'session' AND closed_at IS NULL LIMIT 1`;
    if (!open) this.#bounded.delete(owner);
    this.#changes.emit(owner);
    return true;
  }

  async subscribe(owner: string, listener: () => void): Promise<() => void> {
    this.#changes.on(owner, listener);
    return () => this.#changes.off(owner, listener);
  }

  async low(): Promise<number> {
    return this.#database.all`SELECT * FROM purse WHERE scope <> 'session' AND closed_at IS NULL`.filter((row) =>
      isLow(this.#stateOf(row)),
    ).length;
  }

  /** The database is its opener's to close. */
  async end(): Promise<void> {
    this.#changes.removeAllListeners();
    clearTimeout(this.#committing);
    clearTimeout(this.#writing);
    this.#ledger.end();
  }

  #state(owner: string, purse: string): PurseState | undefined {
    const row = this.#database.get`SELECT * FROM purse WHERE id = ${purse} AND owner = ${owner}`;
    return row && this.#stateOf(row);
  }

  #open(owner: string, childTeamId: string | undefined): PurseState | undefined {
    const row = this.#database.get`
      SELECT * FROM purse WHERE owner = ${owner} AND scope <> 'session' AND closed_at IS NULL
        AND coalesce(child_team, '') = ${childTeamId ?? ''}`;
    return row && this.#stateOf(row);
  }

  #stateOf(row: unknown): PurseState {
    const purse = parse(PurseRow, row);
    const { id, owner, scope, label, total } = purse;
    const period = isPeriod(purse.period) ? purse.period : 'none';
    const start = periodStart(period, this.#now());
    return {
      ...{ id, owner, scope, label, total, period, periodStart: start, ...this.#ledger.balance(id, start) },
      childTeamId: purse.child_team ?? undefined,
      createdAt: purse.created_at,
      expiresAt: purse.expires_at ?? undefined,
      closedAt: purse.closed_at ?? undefined,
    };
  }

  /** The purses that bound a payment, the innermost first; undefined where the session's is closed or unknown. */
  #bounding(owner: string, { sessionPurse, childTeamId }: Draw): readonly Purse[] | undefined {
    const isOfKey = sessionPurse === undefined && childTeamId === undefined;
    const key = isOfKey ? owner : `${owner} ${sessionPurse ?? ''} ${childTeamId ?? ''}`;
    const known = this.#purses.get(key);
    if (known) return known;
    const session = sessionPurse === undefined ? undefined : this.#state(owner, sessionPurse);
    if (sessionPurse !== undefined && (!session || session.closedAt !== undefined)) return undefined;
    const team = childTeamId === undefined ? undefined : this.#open(owner, childTeamId);
    const bounding = [session, team, this.#open(owner, undefined)].filter((purse) => purse !== undefined);
    this.#purses.set(key, bounding);
    return bounding;
  }

  /** Resolves once what was reserved outlives this process: all that is reserved before the next tick takes one write. */
  #kept(): Promise<void> {
    this.#keeping ??= new Promise((resolve, reject) => {
      process.nextTick(() => {
        this.#keeping = undefined;
        try {
          this.#ledger.keep();
          resolve();
        } catch (error) {
          reject(error);
        }
      });
    });
    return this.#keeping;
  }

  /** Credits were moved in purses of the key. */
  #moved(owner: string): void {
    this.#writing ??= setTimeout(() => this.#write(), writeMs).unref();
    this.#changes.emit(owner);
  }

  #commit(): void {
    this.#committing = undefined;
    this.#attempt(() => this.#ledger.commit());
  }

  #write(): void {
    this.#writing = undefined;
    this.#attempt(() => this.#ledger.write());
  }

  /** What can't be written now is written with what comes next. */
  #attempt(write: () => void): void {
    try {
      write();
    } catch (error) {
      this.#onTrouble(error);
    }
  }
}
