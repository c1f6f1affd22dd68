import {
  type Balance,
  balanceAfter,
  freeOf,
  granted,
  type PurseEvent,
  untouched,
} from '../../credits/purse/balance.ts';
import { periodStart } from '../../credits/purse/period.ts';
import { hourOf, type PurseLeft } from '../../credits/purse/purse.ts';
import { PurseRefused } from '../../credits/purse/purse-refused.ts';
import type { Read, Write } from '../state-adapter.ts';
import {
  type Account,
  balanceKey,
  balanceOf,
  balanceText,
  heldKey,
  hourKey,
  type KeptPurse,
  keyPlace,
  lineOf,
  linesIn,
  lostKey,
  placeKey,
  purseKey,
  purseOf,
  type Reservation,
  reservationOf,
  type Sums,
  sumsOf,
  sumsText,
  unansweredKey,
} from './kept-purse.ts';

/** Credits that a payment is about to cost at most. */
export interface Draw {
  /** Names the reservation, in all processes: what is sent twice since its answer was lost reserves once. */
  readonly id: string;
  readonly childTeamId: string | undefined;
  /** The purse of the session that pays, if it has one. */
  readonly sessionPurse: string | undefined;
  readonly credits: number;
  /** Less may be granted, but no part of a unit. */
  readonly unit: number;
  /** The operation of the interface that is paid for. */
  readonly cause: string;
}

export interface Grant {
  /** Reserved, and to be settled. */
  readonly credits: number;
  /** The purses drawn on, the innermost first, with what each had left before. */
  readonly purses: readonly PurseLeft[];
}

/** What came of a payment. What was reserved beyond both is released. */
export interface Outcome {
  readonly spent: number;
  /** The most that calls without an answer may have been charged. */
  readonly uncertain: number;
}

/** Ends a reservation; one that is unknown or was settled is left alone. */
export interface Settlement extends Outcome {
  readonly reservation: string;
}

/** How long uncertain payments are listed, and what was paid within an hour. */
export const entriesKeptMs = 90 * 86_400_000;

/** The process that pays, and when. */
interface Paying {
  readonly holder: string;
  readonly now: number;
  /** The open purse of a place that this process has seen. */
  readonly seen: (place: string) => string | undefined;
}

/** A key, or a child team, as a payment has found it. */
export interface Place {
  readonly purse: KeptPurse | undefined;
  readonly seen: string | undefined;
}

/** Payments of one process from the purses of a key that go in one commit. Each sees what those before it have moved. */
export class Payments {
  /** Those that payments have asked for. */
  readonly places = new Map<string, Place>();
  readonly #read: Read;
  readonly #paying: Paying;
  readonly #balances = new Map<string, Balance | undefined>();
  readonly #hours = new Map<string, Sums>();
  /** In flight, by id; undefined: nobody has asked. */
  #held: Map<string, string> | undefined;
  readonly #others = new Map<string, Write | undefined>();
  #hasMoved = false;

  constructor(read: Read, paying: Paying) {
    this.#read = read;
    this.#paying = paying;
  }

  /** What is to be written; undefined: nothing. */
  get writes(): ReadonlyMap<string, Write | undefined> | undefined {
    if (!this.#hasMoved) return undefined;
    const writes = new Map(this.#others);
    for (const [key, balance] of this.#balances) if (balance) writes.set(key, { value: balanceText(balance) });
    for (const [key, sums] of this.#hours) writes.set(key, { value: sumsText(sums) });
    writes.set(heldKey(this.#paying.holder), { value: [...this.#inFlight.values()].join('') });
    return writes;
  }

  /** Reserves in all purses that bound a payment: the session's, the child team's, the key's; the smallest decides. */
  reserve(draw: Draw): Grant | PurseRefused {
    try {
      return this.#reserve(draw);
    } catch (error) {
      if (error instanceof PurseRefused) return error;
      throw error;
    }
  }

  /** Ends a reservation of this process; one that was lost by mistake is recovered. */
  settle({ reservation: id, spent, uncertain }: Settlement): void {
    const line = this.#inFlight.get(id);
    const known = line ?? this.#lost(id);
    if (known === undefined) return;
    const reservation = reservationOf(known);
    const { credits: reserved } = reservation;
    if (line === undefined) {
      const paid = { spent, uncertain: uncertain - reserved, payments: 0 };
      this.#move(reservation, { kind: 'recover', reserved, spent, uncertain }, paid);
      this.#others.set(lostKey(id), undefined);
    } else {
      this.#move(reservation, { kind: 'settle', reserved, spent, uncertain }, { spent, uncertain, payments: 1 });
      this.#inFlight.delete(id);
    }
    if (uncertain > 0) this.#list(unansweredKey(id), { ...reservation, credits: uncertain });
  }

  /** The process has died: whatever it held may have been charged. */
  lose(): void {
    for (const [id, line] of this.#inFlight) {
      const reservation = reservationOf(line);
      const { credits: reserved } = reservation;
      this.#move(reservation, { kind: 'lose', reserved }, { spent: 0, uncertain: reserved, payments: 1 });
      this.#inFlight.delete(id);
      this.#list(lostKey(id), reservation);
    }
  }

  #reserve({ id, childTeamId, sessionPurse, credits: asked, unit, cause }: Draw): Grant {
    const { now } = this.#paying;
    const bounds = [
      sessionPurse === undefined ? undefined : this.#purseOfSession(sessionPurse),
      childTeamId === undefined ? undefined : this.#openPurse(childTeamId),
      this.#openPurse(keyPlace),
    ].filter((purse) => purse !== undefined);
    let credits = asked;
    const accounts: Account[] = [];
    const purses: PurseLeft[] = [];
    for (const { id: purse, label, total, period } of bounds) {
      const account = { purse, start: periodStart(period, now) };
      const left = freeOf(total, this.#balance(balanceKey(account)) ?? untouched);
      credits = granted(credits, unit, left);
      accounts.push(account);
      purses.push({ id: purse, label, left });
    }
    const known = bounds.length === 0 ? undefined : this.#inFlight.get(id);
    if (known !== undefined) credits = reservationOf(known).credits;
    if (bounds.length === 0 || credits === 0 || known !== undefined) return { credits, purses };
    const reservation = { id, credits, cause, at: now, accounts };
    this.#move(reservation, { kind: 'reserve', credits });
    this.#inFlight.set(id, lineOf(reservation));
    return { credits, purses };
  }

  /**
   * The open purse of a place. If the store has lost which it is, the one that this process has seen still is, until it is closed.
   *
   * @throws {PurseRefused} if the store has lost the purse
   */
  #openPurse(place: string): KeptPurse | undefined {
    const known = this.places.get(place);
    if (known) return known.purse;
    const seen = this.#paying.seen(place);
    const stored = this.#read(placeKey(place));
    const id = stored ?? seen ?? '';
    const text = id === '' ? undefined : this.#read(purseKey(id));
    if (id !== '' && text === undefined) throw PurseRefused.lost(place === keyPlace ? undefined : place);
    const found = text === undefined ? undefined : purseOf(text);
    const purse = found?.closedAt === undefined ? found : undefined;
    this.places.set(place, { purse, seen });
    if (purse && stored === undefined) this.#others.set(placeKey(place), { value: id });
    return purse;
  }

  #purseOfSession(id: string): KeptPurse {
    const text = this.#read(purseKey(id));
    const purse = text === undefined ? undefined : purseOf(text);
    if (!purse || purse.closedAt !== undefined) throw PurseRefused.ended();
    return purse;
  }

  get #inFlight(): Map<string, string> {
    this.#held ??= linesIn(this.#read(heldKey(this.#paying.holder)) ?? '');
    return this.#held;
  }

  #lost(id: string): string | undefined {
    return this.#others.has(lostKey(id)) ? this.#others.get(lostKey(id))?.value : this.#read(lostKey(id));
  }

  /** Undefined: nothing was ever reserved in it. */
  #balance(key: string): Balance | undefined {
    if (this.#balances.has(key)) return this.#balances.get(key);
    const text = this.#read(key);
    const balance = text === undefined ? undefined : balanceOf(text);
    this.#balances.set(key, balance);
    return balance;
  }

  /** Moves credits in each account of a reservation, and books what was paid in the hour in which it was reserved. */
  #move({ accounts, at, cause }: Reservation, event: PurseEvent, paid?: Sums): void {
    this.#hasMoved = true;
    for (const account of accounts) {
      const key = balanceKey(account);
      const balance = this.#balance(key);
      // A purse that ended long ago is gone, though a payment that it bounds may be under way.
      if (balance === undefined && event.kind !== 'reserve') continue;
      this.#balances.set(key, balanceAfter(balance ?? untouched, event));
      if (paid) this.#book(hourKey(account.purse, hourOf(at), cause), paid);
    }
  }

  #book(key: string, { spent, uncertain, payments }: Sums): void {
    const known = this.#hours.get(key) ?? sumsOf(this.#read(key) ?? '0 0 0');
    this.#hours.set(key, {
      spent: known.spent + spent,
      uncertain: known.uncertain + uncertain,
      payments: known.payments + payments,
    });
  }

  /** An uncertain payment is listed for a time. */
  #list(key: string, reservation: Reservation): void {
    const ttlMs = Math.max(1, reservation.at + entriesKeptMs - this.#paying.now);
    this.#others.set(key, { value: lineOf(reservation), ttlMs });
  }
}
