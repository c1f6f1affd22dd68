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

/** The maximum cost of a payment, to be reserved. */
export interface Draw {
  /** The reservation's id, unique among processes; a retry with the same id reserves once. */
  readonly id: string;
  readonly childTeamId: string | undefined;
  /** The purse of the paying session, if it has one. */
  readonly sessionPurse: string | undefined;
  /** The purses of the sessions that invited the paying one, closest first. */
  readonly invitersPurses?: readonly string[] | undefined;
  readonly credits: number;
  /** Grants are whole multiples of this; less than `credits` may be granted. */
  readonly unit: number;
  /** The upstream operation that is paid for. */
  readonly cause: string;
}

export interface Grant {
  /** Reserved credits, to be settled. */
  readonly credits: number;
  /** The purses reserved in, innermost first, with what each had left before. */
  readonly purses: readonly PurseLeft[];
}

/** The outcome of a payment. The rest of the reservation is released. */
export interface Outcome {
  readonly spent: number;
  /** The maximum charge of calls with a lost answer. */
  readonly uncertain: number;
}

/** Ends a reservation; unknown or settled ones are ignored. */
export interface Settlement extends Outcome {
  readonly reservation: string;
}

/** Retention of uncertain payments and hourly sums, in milliseconds. */
export const entriesKeptMs = 90 * 86_400_000;

/** The paying process, and the time. */
interface Paying {
  readonly holder: string;
  readonly now: number;
  /** The open purse of a place as last seen by this process. */
  readonly seen: (place: string) => string | undefined;
}

/** The place of a key or child team, as a payment found it. */
export interface Place {
  readonly purse: KeptPurse | undefined;
  readonly seen: string | undefined;
}

/** Payments of one process from the purses of a key, committed together. Each sees the changes of those before it. */
export class Payments {
  readonly places = new Map<string, Place>();
  readonly #read: Read;
  readonly #paying: Paying;
  readonly #balances = new Map<string, Balance | undefined>();
  readonly #hours = new Map<string, Sums>();
  /** Lines of reservations in flight, by id; undefined until first read. */
  #held: Map<string, string> | undefined;
  readonly #others = new Map<string, Write | undefined>();
  #hasMoved = false;

  constructor(read: Read, paying: Paying) {
    this.#read = read;
    this.#paying = paying;
  }

  /** The writes to commit; undefined if nothing changed. */
  get writes(): ReadonlyMap<string, Write | undefined> | undefined {
    if (!this.#hasMoved) return undefined;
    const writes = new Map(this.#others);
    for (const [key, balance] of this.#balances) if (balance) writes.set(key, { value: balanceText(balance) });
    for (const [key, sums] of this.#hours) writes.set(key, { value: sumsText(sums) });
    writes.set(heldKey(this.#paying.holder), { value: [...this.#inFlight.values()].join('') });
    return writes;
  }

  /**
   * Reserves in all purses that limit a payment: those of the session and of its inviters, the child team's and the
   * key's. The smallest remainder decides.
   */
  reserve(draw: Draw): Grant | PurseRefused {
    try {
      return this.#reserve(draw);
    } catch (error) {
      if (error instanceof PurseRefused) return error;
      throw error;
    }
  }

  /** Settles a reservation of this process, or recovers one that was declared lost by mistake. */
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

  /** Declares the process dead: everything that it held becomes uncertain. */
  lose(): void {
    for (const [id, line] of this.#inFlight) {
      const reservation = reservationOf(line);
      const { credits: reserved } = reservation;
      this.#move(reservation, { kind: 'lose', reserved }, { spent: 0, uncertain: reserved, payments: 1 });
      this.#inFlight.delete(id);
      this.#list(lostKey(id), reservation);
    }
  }

  #reserve({ id, childTeamId, sessionPurse, invitersPurses = [], credits: asked, unit, cause }: Draw): Grant {
    const { now } = this.#paying;
    const bounds = [
      sessionPurse === undefined ? undefined : this.#purseOfSession(sessionPurse),
      ...invitersPurses.map((purse) => this.#purseOfSession(purse)),
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
   * The open purse of a place. If the store has lost the place's entry, the purse that this process has seen counts.
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

  /** Undefined if nothing was ever reserved in the account. */
  #balance(key: string): Balance | undefined {
    if (this.#balances.has(key)) return this.#balances.get(key);
    const text = this.#read(key);
    const balance = text === undefined ? undefined : balanceOf(text);
    this.#balances.set(key, balance);
    return balance;
  }

  /** Applies an event to each account of a reservation, and books the payment in the hour of the reservation. */
  #move({ accounts, at, cause }: Reservation, event: PurseEvent, paid?: Sums): void {
    this.#hasMoved = true;
    for (const account of accounts) {
      const key = balanceKey(account);
      const balance = this.#balance(key);
      // The purse may have been removed while a payment that it limits is still in flight.
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

  /** Lists an uncertain payment until `entriesKeptMs` after its reservation. */
  #list(key: string, reservation: Reservation): void {
    const ttlMs = Math.max(1, reservation.at + entriesKeptMs - this.#paying.now);
    this.#others.set(key, { value: lineOf(reservation), ttlMs });
  }
}
