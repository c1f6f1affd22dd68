import type { LRUCache } from 'lru-cache';
import Type from 'typebox';
import type { Database } from '../../database.ts';
import { parse } from '../../validate.ts';
import { type Balance, balanceAfter, freeOf, granted, type PurseEvent, untouched } from './balance.ts';
import { periodStart } from './period.ts';
import { hourOf, type Purse, type PurseEntry } from './purse.ts';
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

/** What is reserved in one purse for a payment. */
export interface Hold {
  readonly purse: string;
  readonly start: number;
  readonly credits: number;
  readonly cause: string;
  readonly at: number;
}

/** The balances and entries that change within one transaction: each is written once, when all is added up. */
export class Booking {
  readonly balances = new Map<string, Balance>();
  /** What was reserved, by reservation. */
  readonly held = new Map<string, readonly Hold[]>();
  readonly #database: Database;
  readonly #known: LRUCache<string, Balance>;
  readonly #now: number;
  readonly #moved = new Map<string, { readonly purse: string; readonly start: number }>();
  readonly #entries = new Map<string, PurseEntry & { readonly purse: string }>();
  readonly #settled = new Set<string>();

  constructor(database: Database, known: LRUCache<string, Balance>, now: number) {
    this.#database = database;
    this.#known = known;
    this.#now = now;
  }

  reserve({ id, credits, unit, cause }: Draw, bounding: readonly Purse[]): Grant {
    const drawn = bounding.map((purse) => {
      const start = periodStart(purse.period, this.#now);
      return { purse, start, left: freeOf(purse.total, this.#balance(purse.id, start)) };
    });
    const sum = granted(
      credits,
      unit,
      drawn.map(({ left }) => left),
    );
    const at = this.#now;
    const holds = sum > 0 ? drawn.map(({ purse, start }) => ({ purse: purse.id, start, credits: sum, cause, at })) : [];
    for (const hold of holds) {
      this.move(hold.purse, hold.start, { kind: 'reserve', credits: sum });
      this.#keep(id, hold, 'held');
    }
    if (holds.length > 0) this.held.set(id, holds);
    return { credits: sum, purses: drawn.map(({ purse: { id, label }, left }) => ({ id, label, left })) };
  }

  /** @param holds undefined: this process has not reserved it, but an earlier one may have */
  settle({ reservation, ...outcome }: Settlement, holds: readonly Hold[] | undefined): void {
    if (this.#settled.has(reservation)) return;
    this.#settled.add(reservation);
    const { spent, uncertain } = outcome;
    if (holds) {
      this.#database.run`DELETE FROM purse_reservation WHERE id = ${reservation}`;
      for (const hold of holds) {
        this.move(hold.purse, hold.start, { kind: 'settle', reserved: hold.credits, ...outcome });
        this.enter(hold.purse, hold.at, hold.cause, { ...outcome, payments: 1 });
        if (uncertain > 0) this.#keep(reservation, { ...hold, credits: uncertain }, 'settled');
      }
      return;
    }
    const lost = this.#database.all`
      DELETE FROM purse_reservation WHERE id = ${reservation} AND state = 'lost' RETURNING *`;
    for (const row of lost) {
      const { purse, period_start: start, credits, cause, reserved_at: at } = parse(ReservationRow, row);
      this.move(purse, start, { kind: 'recover', reserved: credits, ...outcome });
      this.enter(purse, at, cause, { spent, uncertain: uncertain - credits, payments: 0 });
      if (uncertain > 0) this.#keep(reservation, { purse, start, credits: uncertain, cause, at }, 'settled');
    }
  }

  move(purse: string, start: number, event: PurseEvent): void {
    const key = balanceKey(purse, start);
    this.balances.set(key, balanceAfter(this.#balance(purse, start), event));
    this.#moved.set(key, { purse, start });
  }

  enter(purse: string, at: number, cause: string, more: Omit<PurseEntry, 'hour' | 'cause'>): void {
    const hour = hourOf(at);
    const key = `${purse} ${hour} ${cause}`;
    const { spent, uncertain, payments } = this.#entries.get(key) ?? { spent: 0, uncertain: 0, payments: 0 };
    this.#entries.set(key, {
      ...{ purse, hour, cause },
      spent: spent + more.spent,
      uncertain: uncertain + more.uncertain,
      payments: payments + more.payments,
    });
  }

  write(): void {
    for (const [key, { purse, start }] of this.#moved) {
      const { spent, held, uncertain } = this.balances.get(key) ?? untouched;
      this.#database.run`
        INSERT INTO purse_balance (purse, period_start, spent, held, uncertain)
        VALUES (${purse}, ${start}, ${spent}, ${held}, ${uncertain})
        ON CONFLICT DO UPDATE SET spent = excluded.spent, held = excluded.held, uncertain = excluded.uncertain`;
    }
    for (const { purse, hour, cause, spent, uncertain, payments } of this.#entries.values())
      this.#database.run`
        INSERT INTO purse_entry (purse, hour, cause, spent, uncertain, payments)
        VALUES (${purse}, ${hour}, ${cause}, ${spent}, ${uncertain}, ${payments})
        ON CONFLICT DO UPDATE SET spent = spent + excluded.spent, uncertain = uncertain + excluded.uncertain,
          payments = payments + excluded.payments`;
  }

  #balance(purse: string, start: number): Balance {
    const key = balanceKey(purse, start);
    return this.balances.get(key) ?? this.#known.get(key) ?? readBalance(this.#database, purse, start);
  }

  #keep(id: string, { purse, start, credits, cause, at }: Hold, state: 'held' | 'settled'): void {
    this.#database.run`
      INSERT INTO purse_reservation (id, purse, period_start, credits, cause, reserved_at, state)
      VALUES (${id}, ${purse}, ${start}, ${credits}, ${cause}, ${at}, ${state})`;
  }
}

const balanceKey = (purse: string, start: number): string => `${purse} ${start}`;

export function readBalance(database: Database, purse: string, start: number): Balance {
  const row = database.get`
    SELECT spent, held, uncertain FROM purse_balance WHERE purse = ${purse} AND period_start = ${start}`;
  return row ? { spent: Number(row.spent), held: Number(row.held), uncertain: Number(row.uncertain) } : untouched;
}
