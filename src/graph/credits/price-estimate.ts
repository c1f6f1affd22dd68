import type { PurseLeft } from './purse/purse.ts';

/** Minimum and maximum price, in credits. `open`: the maximum depends on assumed lengths of lists. */
export interface Interval {
  readonly min: number;
  readonly max: number;
  readonly open: boolean;
}

/** The price of a field, by its path of response keys, without list indices. */
export interface FieldPrice extends Interval {
  readonly path: string;
}

/** A purse that limits the operation. */
export interface QuotedPurse extends PurseLeft {
  /**
   * Whether it would refuse part of it: `yes` if `min` exceeds what is left, `maybe` if only `max`, capped at the
   * budget, does.
   */
  readonly refuses: 'no' | 'maybe' | 'yes';
}

/** The approval that an agent’s session needs for the operation. */
interface QuotedApproval {
  readonly id: string;
  readonly state: string;
  /** When it ends if it is neither answered nor used, as ISO 8601. */
  readonly endsAt: string;
}

/** The price of an operation: member `quote` of the body of `POST /quote`. */
export interface Price extends Interval {
  /** The operation's budget. It spends no more than this, whatever `max` is. */
  readonly budget: number;
  readonly fields: readonly FieldPrice[];
  /** Records kept from an earlier payment, which cost nothing; absent if the graph keeps none (KITH_KEEP_DAYS). */
  readonly kept?: number;
  /** Whether a repeat of the operation with its `Idempotency-Key` is charged once; absent without a key. */
  readonly chargesOncePerKey?: boolean;
  /** Number of items assumed for lists of unknown length. */
  readonly assumedListLength: number;
  /** The purses that limit the caller, innermost first; absent if there are none. */
  readonly purses?: readonly QuotedPurse[];
  /** Present if requested (`x-kith-approval: ask`) and needed. */
  readonly approval?: QuotedApproval;
  /** Present if the data service recently refused a payment of the key because its allowance is used up. */
  readonly allowance?: Pick<QuotedPurse, 'refuses'>;
}

/** Assumed length of lists whose length is known only after payment, such as the entries of a career. */
export const assumedListLength = 20;

/** Collects the price of an operation while it is executed without paying. */
export class PriceEstimate {
  readonly #booked = new Set<string>();
  readonly #fields = new Map<string, Interval>();

  /** Books a record, only once if several fields need it. `key` identifies the record. */
  bookRecord(key: string, path: string, interval: Interval): void {
    if (this.#booked.has(key)) return;
    this.#booked.add(key);
    this.book(path, interval);
  }

  book(path: string, { min, max, open }: Interval): void {
    if (max === 0) return;
    const known = this.#fields.get(path) ?? { min: 0, max: 0, open: false };
    this.#fields.set(path, { min: known.min + min, max: known.max + max, open: known.open || open });
  }

  price(budget: number, purses: readonly PurseLeft[] = [], isUsedUp = false, kept?: number): Price {
    const fields = [...this.#fields].map(([path, interval]) => ({ path, ...interval }));
    const min = fields.reduce((sum, field) => sum + field.min, 0);
    const max = fields.reduce((sum, field) => sum + field.max, 0);
    const refusalOf = (left: number) => (left < min ? 'yes' : left < Math.min(max, budget) ? 'maybe' : 'no');
    const quoted = purses.map((purse): QuotedPurse => ({ ...purse, refuses: refusalOf(purse.left) }));
    return {
      min,
      max,
      open: fields.some(({ open }) => open),
      budget,
      ...(kept !== undefined && { kept }),
      fields,
      assumedListLength,
      ...(quoted.length > 0 && { purses: quoted }),
      ...(isUsedUp && { allowance: { refuses: refusalOf(0) } }),
    };
  }
}

/** A response path without list indices, such as `searchProfiles.nodes.currentCompany`. */
export const fieldPath = (path: readonly (string | number)[]): string =>
  path.filter((step) => typeof step === 'string').join('.');
