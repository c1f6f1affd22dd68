import type { Operation } from '../../contract/operation/operation.ts';
import { priceOf } from '../../contract/price.ts';
import type { PurseLeft } from './purse/purse.ts';

/** The receipt of an operation, in credits. Returned in `extensions.credits`. */
export interface ReceiptLines {
  /** Charged by the upstream. The sum over all operations equals its ledger. */
  readonly charged: number;
  /** Paid by another operation of the same credential that was loading the record, or was identical. */
  readonly shared: number;
  /** Records that need not be loaded, because free payloads contained all selected fields. */
  readonly savedByPayload: number;
  /** Identifiers that turned out to denote records already loaded. */
  readonly savedByIdentity: number;
  /** Records in the cache, paid by an earlier operation of the same credential. */
  readonly savedByCache: number;
  /** Records kept from an earlier payment of the same credential (KITH_KEEP_DAYS); undefined for none. */
  readonly kept: number | undefined;
  /** The operation's budget. */
  readonly budget: number;
  /** Maximum that calls without an answer may have been charged in addition to `charged`. */
  readonly maybeCharged: number;
  /** The purses that paid, innermost first, with what was left after the last payment. */
  readonly purses: readonly PurseLeft[] | undefined;
}

/** What one answer was charged for. */
export interface Purchased {
  /** The operation of the interface. */
  readonly cause: string;
  readonly childTeamId: string | undefined;
  readonly credits: number;
  /** The kind of the records that were paid for, and their uuids. */
  readonly kind?: 'profile' | 'company' | undefined;
  readonly ids: readonly string[];
}

/** A source of savings, such as a loader, read when an operation ends. */
export interface Saver {
  readonly savedByPayload: number;
  readonly savedByIdentity: number;
}

/** Collects the charges and savings of one operation. */
export class Receipt {
  shared = 0;
  savedByCache = 0;
  kept = 0;
  maybeCharged = 0;
  #charged = 0;
  readonly #budget: number;
  readonly #savers: Saver[] = [];
  #purchases: Purchased[] | undefined;
  #followed: ReceiptLines | undefined;
  #purses: (PurseLeft & { left: number })[] | undefined;

  constructor(budget: number) {
    this.#budget = budget;
  }

  /** Books the price of an answer with `results` results, and returns it. */
  charge(
    operation: Operation,
    results: number,
    { childTeamId, kind, ids = [] }: Partial<Omit<Purchased, 'cause' | 'credits'>> = {},
  ): number {
    const credits = priceOf(operation.price, results);
    this.#charged += credits;
    if (credits > 0) {
      this.#purchases ??= [];
      this.#purchases.push({ cause: operation.name, childTeamId, credits, kind, ids });
    }
    return credits;
  }

  /** What was charged, answer by answer. */
  get purchases(): readonly Purchased[] {
    return this.#purchases ?? [];
  }

  /** Records a reservation in purses; their `left` is the amount before it. */
  draw(purses: readonly PurseLeft[], credits: number): void {
    for (const { id, label, left } of purses) {
      const drawn = this.#drawn(id);
      if (drawn) drawn.left = left - credits;
      else this.#purses = [...(this.#purses ?? []), { id, label, left: left - credits }];
    }
  }

  /** Records that reserved credits were released. */
  release(purses: readonly PurseLeft[], credits: number): void {
    for (const { id } of purses) {
      const drawn = this.#drawn(id);
      if (drawn) drawn.left += credits;
    }
  }

  /** Adds a source of savings. */
  ask(saver: Saver): void {
    this.#savers.push(saver);
  }

  /** The operation got the answer of another one, which was charged: its charges become `shared`. */
  follow(lines: ReceiptLines): void {
    this.#followed = {
      ...lines,
      charged: 0,
      shared: lines.charged + lines.shared,
      maybeCharged: 0,
      purses: undefined,
    };
  }

  /** Whether the operation got the answer of another one. */
  get followed(): boolean {
    return this.#followed !== undefined;
  }

  /** Maximum that this operation was charged, including uncertain charges. */
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
      kept: this.kept || undefined,
      budget: this.#budget,
      maybeCharged: this.maybeCharged,
      purses: this.#purses?.map(({ id, label, left }) => ({ id, label, left })),
    };
  }

  #drawn(purse: string): { left: number } | undefined {
    return this.#purses?.find(({ id }) => id === purse);
  }
}
