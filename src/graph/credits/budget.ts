import { BudgetReached } from './budget-reached.ts';

/**
 * The credits that one operation may spend. Whoever is about to pay reserves the worst case first, so that payments
 * under way can never together pass the limit; what was not spent is given back when the answer is there.
 */
export class Budget {
  readonly limit: number;
  #spent = 0;
  #reserved = 0;
  #released = Promise.withResolvers<void>();

  constructor(limit: number) {
    this.limit = limit;
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
    while (credits > this.#free && this.#reserved > 0) await this.#released.promise;
    const granted = Math.min(credits, Math.floor(Math.max(0, this.#free) / unit) * unit);
    this.#reserved += granted;
    return new Reservation(granted, {
      spend: (spent) => {
        this.#spent += spent;
      },
      release: (held) => {
        this.#reserved -= held;
        this.#released.resolve();
        this.#released = Promise.withResolvers<void>();
      },
    });
  }

  get #free(): number {
    return this.limit - this.#spent - this.#reserved;
  }
}

interface Account {
  spend(credits: number): void;
  release(credits: number): void;
}

/** Credits held back for a payment under way; disposed of, it gives back what was not spent. */
export class Reservation {
  readonly granted: number;
  readonly #account: Account;
  #held: number;

  constructor(granted: number, account: Account) {
    this.granted = granted;
    this.#held = granted;
    this.#account = account;
  }

  /** Books what was paid, or may have been; an upstream may charge more than its contract lets expect. */
  spend(credits: number): void {
    const covered = Math.min(credits, this.#held);
    this.#account.spend(credits);
    this.#held -= covered;
    this.#account.release(covered);
  }

  [Symbol.dispose](): void {
    this.#account.release(this.#held);
    this.#held = 0;
  }
}
