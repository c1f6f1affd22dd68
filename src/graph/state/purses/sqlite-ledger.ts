import Type from 'typebox';
import {
  type Balance,
  balanceAfter,
  freeOf,
  granted,
  type PurseEvent,
  untouched,
} from '../../credits/purse/balance.ts';
import { periodStart } from '../../credits/purse/period.ts';
import { hourOf, type Purse, type PurseLeft } from '../../credits/purse/purse.ts';
import { parse } from '../../validate.ts';
import type { Database } from '../database.ts';
import { PurseJournal } from './purse-journal.ts';
import type { Draw, Grant, Settlement } from './purse-store.ts';

export const ReservationRow = Type.Object({
  id: Type.String(),
  purse: Type.String(),
  period_start: Type.Integer(),
  credits: Type.Integer(),
  cause: Type.String(),
  reserved_at: Type.Integer(),
  /** `held`, `lost` with its process, or `settled` with an uncertain outcome. */
  state: Type.Union([Type.Literal('held'), Type.Literal('lost'), Type.Literal('settled')]),
});

/** The generation of what the journal has beside the tables, in a table of one row: a transaction that writes them begins a new one. */
const migrations = [
  `CREATE TABLE purse_generation (id INTEGER PRIMARY KEY CHECK (id = 1), number INTEGER NOT NULL) STRICT;
   INSERT INTO purse_generation (id, number) VALUES (1, 0);`,
];

/** What was reserved: of each reservation its id, credits, cause and time, and the purses and periods that hold it. */
const Reserved = Type.Array(
  Type.Tuple([
    Type.String(),
    Type.Integer(),
    Type.String(),
    Type.Integer(),
    Type.Array(Type.Tuple([Type.String(), Type.Integer()])),
  ]),
);

/** What was settled: of each reservation its id, and which of its credits were spent or are uncertain. */
const Settled = Type.Array(Type.Tuple([Type.String(), Type.Integer(), Type.Integer()]));

/** A purse in one of its periods. */
interface Account {
  readonly purse: string;
  readonly start: number;
  /** Both as JSON. */
  readonly place: string;
  balance: Balance;
  /** What was paid from it, beside what stands in the table. */
  entries: Entry[];
}

/** Credits that were reserved for one payment, in each of the accounts. */
interface Reservation {
  readonly id: string;
  readonly accounts: readonly Account[];
  readonly credits: number;
  readonly cause: string;
  readonly at: number;
  /** Whether it stands in its table. */
  isWritten: boolean;
}

/** What was paid for one cause within one hour. */
interface Entry {
  readonly hour: number;
  readonly cause: string;
  spent: number;
  uncertain: number;
  payments: number;
}

/** How many purses' accounts are kept in memory beside those in which something is held. */
const mostKept = 10_000;

/**
 * Balances, entries and reservations in memory, ahead of their tables: those are written in one transaction for many
 * payments. Until then what was reserved and settled stands in a journal, which takes one write for what is reserved at a
 * time: that alone outlives this process before a payment is made.
 */
export class SqliteLedger {
  readonly #database: Database;
  readonly #journal: PurseJournal;
  #generation: number;
  /** By purse, then by the period's beginning. */
  readonly #accounts = new Map<string, Map<number, Account>>();
  readonly #held = new Map<string, Reservation>();
  /** What was reserved, and is neither in the journal nor in the tables yet. */
  #reserved: Reservation[] = [];
  /** What was settled, as JSON, and is in neither of them yet. */
  #settled = '';
  // What the tables do not have yet. Of what has ended, the uncertain part.
  readonly #moved = new Set<Account>();
  readonly #ended = new Map<string, { readonly reservation: Reservation; readonly uncertain: number }>();

  /** The purses' own tables are there already. Whatever an earlier process held is lost. */
  constructor(database: Database) {
    this.#database = database;
    database.migrate('purse-generation', migrations);
    this.#journal = new PurseJournal(database.path === undefined ? undefined : `${database.path}-purses`);
    this.#generation = Number(database.get`SELECT number FROM purse_generation`?.number);
    database.transaction(() => this.#lose());
    this.#beginGeneration();
  }

  balance(purse: string, start: number): Balance {
    return this.#accounts.get(purse)?.get(start)?.balance ?? readBalance(this.#database, purse, start);
  }

  /** Reserves in all purses of a payment, whole where there is none; that outlives this process once it is kept. */
  reserve({ id, credits, unit, cause }: Draw, bounding: readonly Purse[], at: number): Grant {
    const accounts: Account[] = [];
    const purses: PurseLeft[] = [];
    let sum = credits;
    for (const { id, label, total, period } of bounding) {
      const account = this.#account(id, periodStart(period, at));
      const left = freeOf(total, account.balance);
      sum = granted(sum, unit, left);
      accounts.push(account);
      purses.push({ id, label, left });
    }
    if (sum > 0 && accounts.length > 0) {
      const reservation = { id, accounts, credits: sum, cause, at, isWritten: false };
      for (const account of accounts) this.#move(account, { kind: 'reserve', credits: sum });
      this.#held.set(id, reservation);
      this.#reserved.push(reservation);
    }
    return { credits: sum, purses };
  }

  /**
   * From here on, what was reserved outlives this process.
   *
   * @throws where it would not: then it is not reserved any more
   */
  keep(): void {
    const reserved = this.#reserved;
    if (reserved.length === 0) return;
    this.#reserved = [];
    try {
      this.#append(`\n${reservedIn(this.#generation)} [${reserved.map(reservedText).join(',')}]`);
    } catch (error) {
      for (const { id, accounts, credits } of reserved) {
        for (const account of accounts)
          this.#move(account, { kind: 'settle', reserved: credits, spent: 0, uncertain: 0 });
        this.#held.delete(id);
      }
      throw error;
    }
  }

  /** From here on, what was settled outlives this process. */
  commit(): void {
    if (this.#settled !== '') this.#append('');
  }

  /** Outlives this process from the next `commit` or `keep` on: should it die before, what was reserved is lost. */
  settle({ reservation: id, spent, uncertain }: Settlement): void {
    const held = this.#held.get(id);
    const reservation = held ?? this.#lost(id);
    if (!reservation) return;
    this.#settled += `${this.#settled === '' ? '' : ','}["${id}",${spent},${uncertain}]`;
    const { accounts, credits, cause, at, isWritten } = reservation;
    const kind = held ? 'settle' : 'recover';
    const more = held ? { spent, uncertain, payments: 1 } : { spent, uncertain: uncertain - credits, payments: 0 };
    for (const account of accounts) {
      this.#move(account, { kind, reserved: credits, spent, uncertain });
      enter(account, at, cause, more);
    }
    this.#held.delete(id);
    if (isWritten || uncertain > 0) this.#ended.set(id, { reservation, uncertain });
  }

  /** Brings the tables up to date. */
  write(): void {
    if (this.#moved.size === 0) return;
    this.#database.transaction(() => this.#write());
    this.#beginGeneration();
  }

  end(): void {
    this.write();
    this.#journal.end();
  }

  /** Appends to the journal, behind what was settled. Each line begins with its break, so that one that was cut off harms no other. */
  #append(line: string): void {
    this.#journal.append(this.#settled === '' ? line : `\n${settledIn(this.#generation)} [${this.#settled}]${line}`);
    this.#settled = '';
  }

  #account(purse: string, start: number): Account {
    const periods = this.#accounts.get(purse) ?? new Map<number, Account>();
    const known = periods.get(start);
    if (known) return known;
    const balance = readBalance(this.#database, purse, start);
    const account = { purse, start, place: JSON.stringify([purse, start]), balance, entries: [] };
    this.#accounts.set(purse, periods.set(start, account));
    return account;
  }

  #move(account: Account, event: PurseEvent): void {
    account.balance = balanceAfter(account.balance, event);
    this.#moved.add(account);
  }

  /** What an earlier process had reserved, where it turns out not to have died. */
  #lost(id: string): Reservation | undefined {
    return this.#ended.has(id) ? undefined : this.#written(id, 'lost');
  }

  /** What stands in the table. */
  #written(id: string, state: 'held' | 'lost'): Reservation | undefined {
    const rows = this.#database.all`SELECT * FROM purse_reservation WHERE id = ${id} AND state = ${state}`.map((row) =>
      parse(ReservationRow, row),
    );
    const [first] = rows;
    if (!first) return undefined;
    const { credits, cause, reserved_at: at } = first;
    const accounts = rows.map(({ purse, period_start: start }) => this.#account(purse, start));
    return { id, accounts, credits, cause, at, isWritten: true };
  }

  /** Takes in what the journal has beside the tables; what is held then, nobody will settle. */
  #lose(): void {
    const database = this.#database;
    for (const entry of this.#journal.entries(reservedIn(this.#generation)))
      for (const [id, credits, cause, at, holders] of parse(Reserved, entry))
        for (const [purse, start] of holders) {
          // An earlier version, which knows no journal, may have deleted it since.
          if (!this.#isListed(purse)) continue;
          const account = this.#account(purse, start);
          this.#move(account, { kind: 'reserve', credits });
          this.#insert({ id, accounts: [account], credits, cause, at }, 'held');
        }
    for (const entry of this.#journal.entries(settledIn(this.#generation)))
      for (const [reservation, spent, uncertain] of parse(Settled, entry)) {
        if (this.#ended.has(reservation)) continue;
        const held = this.#written(reservation, 'held');
        if (held) this.#held.set(reservation, held);
        this.settle({ reservation, spent, uncertain });
      }
    for (const row of database.all`SELECT * FROM purse_reservation WHERE state = 'held'`) {
      const { id, purse, period_start: start, credits, cause, reserved_at: at } = parse(ReservationRow, row);
      if (this.#ended.has(id)) continue;
      const account = this.#account(purse, start);
      this.#move(account, { kind: 'lose', reserved: credits });
      enter(account, at, cause, { spent: 0, uncertain: credits, payments: 1 });
    }
    database.run`UPDATE purse_reservation SET state = 'lost' WHERE state = 'held'`;
    this.#write();
  }

  #write(): void {
    const database = this.#database;
    for (const { purse, start, balance, entries } of this.#moved) {
      if (!this.#isListed(purse)) continue;
      database.run`
        INSERT INTO purse_balance (purse, period_start, spent, held, uncertain)
        VALUES (${purse}, ${start}, ${balance.spent}, ${balance.held}, ${balance.uncertain})
        ON CONFLICT DO UPDATE SET spent = excluded.spent, held = excluded.held, uncertain = excluded.uncertain`;
      for (const { hour, cause, spent, uncertain, payments } of entries)
        database.run`
          INSERT INTO purse_entry (purse, hour, cause, spent, uncertain, payments)
          VALUES (${purse}, ${hour}, ${cause}, ${spent}, ${uncertain}, ${payments})
          ON CONFLICT DO UPDATE SET spent = spent + excluded.spent, uncertain = uncertain + excluded.uncertain,
            payments = payments + excluded.payments`;
    }
    for (const [id, { reservation, uncertain }] of this.#ended) {
      if (reservation.isWritten) database.run`DELETE FROM purse_reservation WHERE id = ${id}`;
      if (uncertain > 0) this.#insert({ ...reservation, credits: uncertain }, 'settled');
    }
    for (const reservation of this.#held.values()) if (!reservation.isWritten) this.#insert(reservation, 'held');
    database.run`UPDATE purse_generation SET number = ${this.#generation + 1}`;
  }

  /** All that is in memory is in the tables. */
  #beginGeneration(): void {
    this.#generation += 1;
    this.#reserved = [];
    this.#settled = '';
    for (const account of this.#moved) account.entries = [];
    this.#moved.clear();
    this.#ended.clear();
    for (const reservation of this.#held.values()) reservation.isWritten = true;
    if (this.#accounts.size > mostKept)
      for (const [purse, periods] of this.#accounts) {
        for (const [start, { balance }] of periods) if (balance.held === 0) periods.delete(start);
        if (periods.size === 0) this.#accounts.delete(purse);
      }
    this.#journal.clear();
  }

  #insert({ id, accounts, credits, cause, at }: Omit<Reservation, 'isWritten'>, state: 'held' | 'settled'): void {
    for (const { purse, start } of accounts)
      if (this.#isListed(purse))
        this.#database.run`
          INSERT INTO purse_reservation (id, purse, period_start, credits, cause, reserved_at, state)
          VALUES (${id}, ${purse}, ${start}, ${credits}, ${cause}, ${at}, ${state})`;
  }

  /** A purse that ended long ago is not, though a payment that it bounds may be under way. */
  #isListed(purse: string): boolean {
    return this.#database.get`SELECT id FROM purse WHERE id = ${purse}` !== undefined;
  }
}

const reservedIn = (generation: number): string => String(generation);
const settledIn = (generation: number): string => `${generation}-settled`;

/** Written by hand, as payments wait for it: none of the texts needs quoting. */
function reservedText({ id, accounts, credits, cause, at }: Reservation): string {
  const places = accounts.map(({ place }) => place).join(',');
  return `["${id}",${credits},"${cause}",${at},[${places}]]`;
}

function enter({ entries }: Account, at: number, cause: string, more: Omit<Entry, 'hour' | 'cause'>): void {
  const hour = hourOf(at);
  const known = entries.find((entry) => entry.cause === cause && entry.hour === hour);
  const entry = known ?? { hour, cause, spent: 0, uncertain: 0, payments: 0 };
  if (!known) entries.push(entry);
  entry.spent += more.spent;
  entry.uncertain += more.uncertain;
  entry.payments += more.payments;
}

function readBalance(database: Database, purse: string, start: number): Balance {
  const row = database.get`
    SELECT spent, held, uncertain FROM purse_balance WHERE purse = ${purse} AND period_start = ${start}`;
  return row ? { spent: Number(row.spent), held: Number(row.held), uncertain: Number(row.uncertain) } : untouched;
}
