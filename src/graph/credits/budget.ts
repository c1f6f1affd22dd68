import { BudgetReached } from './spending-refused.ts';

/** Credits reserved for a payment in flight. Disposal releases what was not spent. */
export interface Reservation extends Disposable {
  /** Credits that may be spent; fewer than requested if a limit is reached. */
  readonly granted: number;
  /** Why no more was granted. */
  readonly refusal: Error;
  /** Books a charge, which may exceed the reservation if the upstream breaks its contract. */
  spend(credits: number): void;
  /** Books the maximum that a call without an answer may have been charged; counts as spent. */
  spendMaybe(credits: number): void;
}

/**
 * The credits that one operation may spend. A payment first reserves its worst case, so that concurrent payments can
 * never exceed the limit; what was not spent is released when the answer arrives.
 */
export class Budget {
  readonly limit: number;
  #spent = 0;
  #reserved = 0;
  /** Present while a payment waits for others to release credits. */
  #released: PromiseWithResolvers<void> | undefined;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** The error for a load that the budget does not cover. */
  get reached(): BudgetReached {
    return new BudgetReached(this.limit);
  }

  /**
   * Reserves up to `credits`, in multiples of `unit`. Waits while other reservations may still be released, so that the
   * result does not depend on the order of payments; there is no promise unless it waits.
   *
   * @example
   * using reservation = await budget.reserve(ids.length);
   * if (reservation.granted < ids.length) throw reservation.refusal;
   * reservation.spend(found.length);
   */
  reserve(credits: number, unit = 1): Reservation | Promise<Reservation> {
    if (credits > this.#free && this.#reserved > 0) {
      this.#released ??= Promise.withResolvers<void>();
      return this.#released.promise.then(() => this.reserve(credits, unit));
    }
    const granted = Math.min(credits, Math.floor(Math.max(0, this.#free) / unit) * unit);
    this.#reserved += granted;
    return new BudgetReservation(this, granted);
  }

  /** Ends the reservation of credits, and books what of them, or besides, was spent. */
  release(credits: number, spent = 0): void {
    this.#spent += spent;
    this.#reserved -= credits;
    this.#released?.resolve();
    this.#released = undefined;
  }

  get #free(): number {
    return this.limit - this.#spent - this.#reserved;
  }
}

class BudgetReservation implements Reservation {
  readonly granted: number;
  readonly #budget: Budget;
  #held: number;

  constructor(budget: Budget, granted: number) {
    this.#budget = budget;
    this.granted = granted;
    this.#held = granted;
  }

  get refusal(): Error {
    return this.#budget.reached;
  }

  spend(credits: number): void {
    const covered = Math.min(credits, this.#held);
    this.#held -= covered;
    this.#budget.release(covered, credits);
  }

  spendMaybe(credits: number): void {
    this.spend(credits);
  }

  [Symbol.dispose](): void {
    this.#budget.release(this.#held);
    this.#held = 0;
  }
}
