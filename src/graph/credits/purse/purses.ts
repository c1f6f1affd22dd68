import { randomUUID } from 'node:crypto';
import { setImmediate as endOfTurn, setTimeout as wait } from 'node:timers/promises';
import type { Reservation } from '../budget.ts';
import type { Receipt } from '../receipt.ts';
import type { PurseLeft, PurseState } from './purse.ts';
import { PurseRefused } from './purse-refused.ts';
import type { Draw, Grant, Outcome, PurseStore, Settlement } from './purse-store.ts';

/** Who pays, as far as purses are concerned. */
export interface Payer extends Pick<Draw, 'childTeamId' | 'sessionPurse'> {
  readonly owner: string;
}

/** What a payment is about to cost. */
type Price = Pick<Draw, 'credits' | 'unit' | 'cause'>;

/** What one turn of the event loop asks of a key's purses. */
interface Turn {
  readonly settlements: Settlement[];
  readonly draws: Draw[];
  /** One for each draw. */
  readonly answer: ((answer: Grant | PurseRefused) => void)[];
}

/** The first pause before a settlement is sent again, and the longest. */
const retryMs = { first: 100, longest: 10_000 };

/**
 * Payments from purses: each is reserved in the store before it is made, and settled after it. Those of one key within a turn of
 * the event loop share one step of the store, which costs more than all else about them.
 */
export class Purses {
  readonly store: PurseStore;
  /** By owner; each is booked when the event loop's turn ends. */
  readonly #turns = new Map<string, Turn>();
  readonly #booking = new Set<Promise<void>>();
  readonly #closing = new AbortController();
  readonly #onTrouble: (error: unknown) => void;

  constructor(store: PurseStore, onTrouble: (error: unknown) => void) {
    this.store = store;
    this.#onTrouble = onTrouble;
  }

  /** Whether purses bound what somebody pays. */
  bound({ owner, sessionPurse }: Payer): boolean {
    return sessionPurse !== undefined || this.store.mayBound(owner);
  }

  /**
   * The open purses that bound what somebody pays, the innermost first. Rejects with `PurseRefused` where the store can't be
   * reached.
   */
  async bounding({ owner, childTeamId, sessionPurse }: Payer): Promise<readonly PurseState[]> {
    const { store } = this;
    try {
      const purses = await Promise.all([
        sessionPurse === undefined ? undefined : store.purse(owner, sessionPurse),
        ...(store.mayBound(owner)
          ? [
              childTeamId === undefined ? undefined : store.openPurse(owner, childTeamId),
              store.openPurse(owner, undefined),
            ]
          : []),
      ]);
      return purses.filter((purse) => purse !== undefined);
    } catch (error) {
      if (error instanceof PurseRefused) throw error;
      this.#onTrouble(error);
      throw PurseRefused.unreachable();
    }
  }

  /** Reserves in the purses, within what the operation's budget granted already; nothing where the store can't be reached. */
  async reserve(payer: Payer, price: Price, budgeted: Reservation, receipt: Receipt): Promise<Reservation> {
    const id = randomUUID();
    const { owner, childTeamId, sessionPurse } = payer;
    const { cause, unit } = price;
    const answer = await new Promise<Grant | PurseRefused>((resolve) => {
      const turn = this.#turn(owner);
      turn.draws.push({ id, childTeamId, sessionPurse, credits: budgeted.granted, unit, cause });
      turn.answer.push(resolve);
    });
    if (answer instanceof PurseRefused) return refused(budgeted, answer);
    const settle = (outcome: Outcome): void => {
      // Nobody waits: nothing is free before it is settled.
      this.#turn(owner).settlements.push({ reservation: id, ...outcome });
    };
    return new PurseReservation(budgeted, price.credits, answer, receipt, settle);
  }

  /** Resolves once what was paid is settled, or the store was given a last chance to take it, and has said why it did not. */
  async close(): Promise<void> {
    this.#closing.abort();
    await endOfTurn();
    await Promise.all(this.#booking);
    await this.store.end().catch(this.#onTrouble);
  }

  #turn(owner: string): Turn {
    const open = this.#turns.get(owner);
    if (open) return open;
    const turn: Turn = { settlements: [], draws: [], answer: [] };
    this.#turns.set(owner, turn);
    setImmediate(() => {
      this.#turns.delete(owner);
      const booking = this.#book(owner, turn).finally(() => this.#booking.delete(booking));
      this.#booking.add(booking);
    });
    return turn;
  }

  async #book(owner: string, { settlements, draws, answer }: Turn): Promise<void> {
    try {
      const answers = await this.store.book(owner, { settlements, draws });
      answers.forEach((one, at) => {
        answer[at]?.(one);
      });
    } catch (error) {
      this.#onTrouble(error);
      for (const refuse of answer) refuse(PurseRefused.unreachable());
      // Draws may have been reserved all the same.
      const released = draws.map(({ id }) => ({ reservation: id, spent: 0, uncertain: 0 }));
      await this.#settle(owner, [...settlements, ...released]);
    }
  }

  /**
   * Tries again until the store takes the settlements, at last when this closes. What it does not take by then stays reserved,
   * and is uncertain once this process is gone.
   */
  async #settle(owner: string, settlements: readonly Settlement[]): Promise<void> {
    const { signal } = this.#closing;
    for (let pauseMs = retryMs.first; ; pauseMs = Math.min(pauseMs * 2, retryMs.longest)) {
      await wait(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
      const isLast = signal.aborted;
      try {
        await this.store.book(owner, { settlements, draws: [] });
        return;
      } catch (error) {
        this.#onTrouble(error);
        if (isLast) return;
      }
    }
  }
}

/** Held in the purses, and in the operation's budget. */
class PurseReservation implements Reservation {
  readonly granted: number;
  readonly #budgeted: Reservation;
  readonly #needed: number;
  readonly #purses: readonly PurseLeft[];
  readonly #receipt: Receipt;
  readonly #settle: (outcome: Outcome) => void;
  #spent = 0;
  #uncertain = 0;

  constructor(
    budgeted: Reservation,
    needed: number,
    { credits, purses }: Grant,
    receipt: Receipt,
    settle: (outcome: Outcome) => void,
  ) {
    this.granted = credits;
    this.#budgeted = budgeted;
    this.#needed = needed;
    this.#purses = purses;
    this.#receipt = receipt;
    this.#settle = settle;
    receipt.draw(purses, credits);
  }

  get refusal(): Error {
    const [smallest] = this.#purses.toSorted((one, other) => one.left - other.left);
    if (!smallest || this.granted === this.#budgeted.granted) return this.#budgeted.refusal;
    return PurseRefused.empty(smallest, this.#needed);
  }

  spend(credits: number): void {
    this.#spent += credits;
    this.#budgeted.spend(credits);
  }

  spendMaybe(credits: number): void {
    this.#uncertain += credits;
    this.#budgeted.spendMaybe(credits);
  }

  [Symbol.dispose](): void {
    this.#budgeted[Symbol.dispose]();
    if (this.#purses.length === 0 || this.granted === 0) return;
    this.#receipt.release(this.#purses, this.granted - this.#spent - this.#uncertain);
    this.#settle({ spent: this.#spent, uncertain: this.#uncertain });
  }
}

/** Gives back what the budget granted. */
function refused(budgeted: Reservation, refusal: PurseRefused): Reservation {
  budgeted[Symbol.dispose]();
  return {
    granted: 0,
    refusal,
    spend: () => undefined,
    spendMaybe: () => undefined,
    [Symbol.dispose]: () => undefined,
  };
}
