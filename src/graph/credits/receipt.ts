import type { Operation } from '../../contract/operation/operation.ts';
import { priceOf } from '../../contract/price.ts';
import type { PurseLeft } from './purse/purse.ts';

/** The receipt of an operation: what was charged and saved, in credits. Printed in `extensions.credits`. */
export interface ReceiptLines {
  /** What the upstream charged. The receipts of all operations together equal its ledger. */
  readonly charged: number;
  /** What another operation of the same credential was loading, or asked just the same, and pays for. */
  readonly shared: number;
  /** Records that nothing selected needed, since free payloads covered them. */
  readonly savedByPayload: number;
  /** Identifiers that turned out to name records already loaded. */
  readonly savedByIdentity: number;
  /** Records that an earlier operation of the same credential has paid for. */
  readonly savedByCache: number;
  /** What the operation may spend. */
  readonly budget: number;
  /** The most that calls without an answer may have been charged beside `charged`. */
  readonly maybeCharged: number;
  /** The purses that were drawn on, the innermost first, with what they had left when the last payment ended. */
  readonly purses: readonly PurseLeft[] | undefined;
}

/** A source of savings that is read when an operation ends; each loader is one. */
export interface Saver {
  readonly savedByPayload: number;
  readonly savedByIdentity: number;
}

/** What one operation was charged, as the upstream's prices say. */
export class Receipt {
  shared = 0;
  savedByCache = 0;
  maybeCharged = 0;
  #charged = 0;
  readonly #budget: number;
  readonly #savers: Saver[] = [];
  #followed: ReceiptLines | undefined;
  #purses: (PurseLeft & { left: number })[] | undefined;

  constructor(budget: number) {
    this.#budget = budget;
  }

  /** Books an answer that holds `results` results, and returns its cost. */
  charge(operation: Operation, results: number): number {
    const credits = priceOf(operation.price, results);
    this.#charged += credits;
    return credits;
  }

  /** Notes that credits were reserved in purses, of which each had so much left before. */
  draw(purses: readonly PurseLeft[], credits: number): void {
    for (const { id, label, left } of purses) {
      const drawn = this.#drawn(id);
      if (drawn) drawn.left = left - credits;
      else this.#purses = [...(this.#purses ?? []), { id, label, left: left - credits }];
    }
  }

  /** Notes that some of them are free again. */
  release(purses: readonly PurseLeft[], credits: number): void {
    for (const { id } of purses) {
      const drawn = this.#drawn(id);
      if (drawn) drawn.left += credits;
    }
  }

  /** Asks this one, too, what was saved. */
  ask(saver: Saver): void {
    this.#savers.push(saver);
  }

  /** The operation's answer is that of another one, which was charged for it: whatever that paid for is shared. */
  follow(lines: ReceiptLines): void {
    this.#followed = {
      ...lines,
      charged: 0,
      shared: lines.charged + lines.shared,
      maybeCharged: 0,
      purses: undefined,
    };
  }

  /** Whether another operation ran, and was charged, for this one, too. */
  get followed(): boolean {
    return this.#followed !== undefined;
  }

  /** What this operation was charged, and may have been. */
  get maxCharged(): number {
    return this.#followed ? 0 : this.#charged + this.maybeCharged;
  }

  get lines(): ReceiptLines {
    if (this.#followed) return this.#followed;
    let [savedByPayload, savedByIdentity] = [0, 0];
    for (const saver of this.#savers) {
      savedByPayload += saver.savedByPayload;
      savedByIdentity += saver.savedByIdentity;
    }
    return {
      charged: this.#charged,
      shared: this.shared,
      savedByPayload,
      savedByIdentity,
      savedByCache: this.savedByCache,
      budget: this.#budget,
      maybeCharged: this.maybeCharged,
      purses: this.#purses?.map(({ id, label, left }) => ({ id, label, left })),
    };
  }

  #drawn(purse: string): { left: number } | undefined {
    return this.#purses?.find(({ id }) => id === purse);
  }
}
