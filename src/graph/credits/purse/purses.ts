import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Reservation } from '../budget.ts';
import type { Receipt } from '../receipt.ts';
import type { PurseState } from './purse.ts';
import { PurseRefused } from './purse-refused.ts';
import type { Draw, Grant, PurseLeft, PurseStore, Settlement } from './purse-store.ts';

/** Who pays, as far as purses are concerned. */
export type Payer = Pick<Draw, 'owner' | 'childTeamId' | 'sessionPurse'>;

/** What a payment is about to cost. */
type Price = Pick<Draw, 'credits' | 'unit' | 'cause'>;

/** The first pause before a settlement is sent again, and the longest. */
const retryMs = { first: 100, longest: 10_000 };

/** Payments from purses: each is reserved in the store before it is made, and settled after it. */
export class Purses {
  readonly store: PurseStore;
  readonly #settling = new Set<Promise<void>>();
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
    const { owner } = payer;
    let grant: Grant | undefined;
    try {
      grant = await this.store.reserve({ id, ...payer, ...price, credits: budgeted.granted });
    } catch (error) {
      if (error instanceof PurseRefused) return refused(budgeted, error);
      this.#onTrouble(error);
      // It may have been reserved all the same.
      this.#settle(owner, id, { spent: 0, uncertain: 0 });
      return refused(budgeted, PurseRefused.unreachable());
    }
    if (!grant) return refused(budgeted, PurseRefused.ended());
    const settle = (settlement: Settlement): void => this.#settle(owner, id, settlement);
    return new PurseReservation(budgeted, price.credits, grant, receipt, settle);
  }

  /** Resolves once what was paid is settled, or the store was given a last chance to take it. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#settling);
    await this.store.end();
  }

  /** In the background: the caller need not wait, as nothing is free before it is settled. */
  #settle(owner: string, id: string, settlement: Settlement): void {
    const settling = this.#settled(owner, id, settlement).finally(() => this.#settling.delete(settling));
    this.#settling.add(settling);
  }

  /** Where the store takes it no more, the reservation stays, and is uncertain once this process is gone. */
  async #settled(owner: string, id: string, settlement: Settlement): Promise<void> {
    const { signal } = this.#closing;
    for (let pauseMs = retryMs.first; ; pauseMs = Math.min(pauseMs * 2, retryMs.longest)) {
      const isLast = signal.aborted;
      try {
        return await this.store.settle(owner, id, settlement);
      } catch (error) {
        this.#onTrouble(error);
        if (isLast) return;
        await wait(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
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
  readonly #settle: (settlement: Settlement) => void;
  #spent = 0;
  #uncertain = 0;

  constructor(
    budgeted: Reservation,
    needed: number,
    { credits, purses }: Grant,
    receipt: Receipt,
    settle: (settlement: Settlement) => void,
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
