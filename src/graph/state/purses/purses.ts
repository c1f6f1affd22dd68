import { randomUUID } from 'node:crypto';
import type { Reservation } from '../../credits/budget.ts';
import type { PurseState } from '../../credits/purse/purse.ts';
import { PurseRefused } from '../../credits/purse/purse-refused.ts';
import type { Receipt } from '../../credits/receipt.ts';
import type { Draw, Grant } from './payment.ts';
import type { PurseStore } from './purse-store.ts';

export interface Payer extends Pick<Draw, 'childTeamId' | 'sessionPurse' | 'invitersPurses'> {
  readonly owner: string;
}

/** The maximum cost of a payment. */
type Price = Pick<Draw, 'credits' | 'unit' | 'cause'>;

/** Payments from purses: each is reserved in the store before its call, and settled after it. */
export class Purses {
  readonly store: PurseStore;
  readonly #onTrouble: (error: unknown) => void;
  /**
   * Prefix of this process's reservation ids, followed by a number: a uuid for each would take longer than the
   * reservation.
   */
  readonly #series = randomUUID();
  #reservations = 0;

  constructor(store: PurseStore, onTrouble: (error: unknown) => void) {
    this.store = store;
    this.#onTrouble = onTrouble;
  }

  bound({ owner, sessionPurse, invitersPurses = [] }: Payer): boolean {
    return sessionPurse !== undefined || invitersPurses.length > 0 || this.store.mayBound(owner);
  }

  /**
   * The open purses that limit a payer, innermost first. Rejects with `PurseRefused` if the store cannot be reached.
   */
  async bounding({ owner, childTeamId, sessionPurse, invitersPurses = [] }: Payer): Promise<readonly PurseState[]> {
    const { store } = this;
    try {
      const purses = await Promise.all([
        ...[sessionPurse, ...invitersPurses].map((id) => (id === undefined ? undefined : store.purse(owner, id))),
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

  /**
   * Reserves in the purses, up to what the operation's budget granted. Grants 0 if a purse refuses or the store cannot
   * be reached.
   */
  async reserve(payer: Payer, price: Price, budgeted: Reservation, receipt: Receipt): Promise<Reservation> {
    const { owner, ...paying } = payer;
    const { cause, unit } = price;
    const { store } = this;
    this.#reservations += 1;
    const id = `${this.#series}-${this.#reservations}`;
    const grant = await store.reserve(owner, { ...paying, id, credits: budgeted.granted, unit, cause });
    if (grant instanceof PurseRefused) return refused(budgeted, grant);
    return new PurseReservation({ store, owner, id, grant, budgeted, needed: price.credits, receipt });
  }

  /** Resolves once all payments are settled, or a last attempt has failed. */
  async close(): Promise<void> {
    await this.store.end().catch(this.#onTrouble);
  }
}

/** A reservation, with its store and payer. */
interface Held {
  readonly store: PurseStore;
  readonly owner: string;
  readonly id: string;
  readonly grant: Grant;
  readonly budgeted: Reservation;
  /** Credits that the payment requires. */
  readonly needed: number;
  readonly receipt: Receipt;
}

/** A reservation in the purses and in the operation's budget. */
class PurseReservation implements Reservation {
  readonly #held: Held;
  #spent = 0;
  #uncertain = 0;

  constructor(held: Held) {
    this.#held = held;
    held.receipt.draw(held.grant.purses, this.granted);
  }

  get granted(): number {
    return this.#held.grant.credits;
  }

  get refusal(): Error {
    const { grant, budgeted, needed } = this.#held;
    const [smallest] = grant.purses.toSorted((one, other) => one.left - other.left);
    if (!smallest || this.granted === budgeted.granted) return budgeted.refusal;
    return PurseRefused.empty(smallest, needed);
  }

  spend(credits: number): void {
    this.#spent += credits;
    this.#held.budgeted.spend(credits);
  }

  spendMaybe(credits: number): void {
    this.#uncertain += credits;
    this.#held.budgeted.spendMaybe(credits);
  }

  [Symbol.dispose](): void {
    const { store, owner, id, grant, budgeted, receipt } = this.#held;
    budgeted[Symbol.dispose]();
    if (grant.purses.length === 0 || this.granted === 0) return;
    const [spent, uncertain] = [this.#spent, this.#uncertain];
    receipt.release(grant.purses, this.granted - spent - uncertain);
    void store.settle(owner, { reservation: id, spent, uncertain });
  }
}

/** An empty reservation; releases the budget's grant. */
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
