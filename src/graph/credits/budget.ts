import { BudgetReached } from './budget-reached.ts';

/** Credits held back for a payment in flight; disposed of, it gives back what was not spent. */
export interface Reservation extends Disposable {
  /** Credits that may be spent; less than was asked for where a limit is reached. */
  readonly granted: number;
  /** Why no more was granted. */
  readonly refusal: Error;
  /** Books what was paid; an upstream may charge more than its contract lets expect. */
  spend(credits: number): void;
  /** Books what a call without an answer may have been charged at most: it counts as paid. */
  spendMaybe(credits: number): void;
}

/**
 * The credits that one operation may spend. A payment reserves its worst case first, so that payments
 * in flight can never together pass the limit; what was not spent is given back when the answer is there.
 */
export class Budget {
  readonly limit: number;
  #spent = 0;
  #reserved = 0;
  /** Present while a payment waits for what others may give back. */
  #released: PromiseWithResolvers<void> | undefined;
  readonly #account: Account;

  constructor(limit: number) {
    this.limit = limit;
    this.#account = {
      limit,
      spend: (credits) => {
        this.#spent += credits;
      },
      release: (credits) => {
        this.#reserved -= credits;
        this.#released?.resolve();
        this.#released = undefined;
      },
    };
  }

  /** What an error or an outcome says of a load that the budget did not allow. */
  get reached(): BudgetReached {
    return new BudgetReached(this.limit);
  }

  /**
   * Reserves up to `credits`, in whole multiples of `unit`. While others hold reservations that may be given back, it
   * waits, so that what can be afforded does not depend on who came first.
   */
  async reserve(credits: number, unit = 1): Promise<Reservation> {
    while (credits > this.#free && this.#reserved > 0) {
      this.#released ??= Promise.withResolvers<void>();
      await this.#released.promise;
    }
    const granted = Math.min(credits, Math.floor(Math.max(0, this.#free) / unit) * unit);
    this.#reserved += granted;
    return new BudgetReservation(granted, this.#account);
  }

  get #free(): number {
    return this.limit - this.#spent - this.#reserved;
  }
}

/** What reservations move in the budget that they are of. */
interface Account {
  readonly limit: number;
  spend(credits: number): void;
  release(credits: number): void;
}

class BudgetReservation implements Reservation {
  readonly granted: number;
  readonly #account: Account;
  #held: number;

  constructor(granted: number, account: Account) {
    this.granted = granted;
    this.#held = granted;
    this.#account = account;
  }

  get refusal(): Error {
    return new BudgetReached(this.#account.limit);
  }

  spend(credits: number): void {
    const covered = Math.min(credits, this.#held);
    this.#account.spend(credits);
    this.#held -= covered;
    this.#account.release(covered);
  }

  spendMaybe(credits: number): void {
    this.spend(credits);
  }

  [Symbol.dispose](): void {
    this.#account.release(this.#held);
    this.#held = 0;
  }
}
