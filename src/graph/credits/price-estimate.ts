import type { PurseLeft } from './purse/purse.ts';

/** Credits that something costs at least and at most. `open`: the most rests on assumed lengths of lists. */
export interface Interval {
  readonly min: number;
  readonly max: number;
  readonly open: boolean;
}

/** The price of one field, by its path through aliases, without the places in lists. */
export interface FieldPrice extends Interval {
  readonly path: string;
}

/** A purse that bounds the operation. */
export interface QuotedPurse extends PurseLeft {
  /** Whether it would refuse some of it: `yes` where even `min` is more than is left, `maybe` where only `max` is. */
  readonly refuses: 'no' | 'maybe' | 'yes';
}

/** The approval that an agent’s session needs for an operation. */
interface QuotedApproval {
  readonly id: string;
  readonly state: string;
  /** ISO 8601: until when it waits, or may be used. */
  readonly endsAt: string;
}

/** What an operation would cost; the body of an answer to `POST /quote`, beside `errors`. */
export interface Price extends Interval {
  /** What the operation may spend: whatever `max` says, it spends no more. */
  readonly budget: number;
  readonly fields: readonly FieldPrice[];
  /** Items that a list of unknown length is taken to have. */
  readonly assumedListLength: number;
  /** The purses that bound the caller, the innermost first; absent where none does. */
  readonly purses?: readonly QuotedPurse[];
  /** Present where it was asked for (`x-kith-approval: ask`) and is needed. */
  readonly approval?: QuotedApproval;
  /** Present where the data service has lately refused a payment of the key: the team's allowance is used up. */
  readonly allowance?: Pick<QuotedPurse, 'refuses'>;
}

/** The assumed length of lists whose length only a paid record has, such as a career's entries. */
export const assumedListLength = 20;

/** Gathers what an operation would pay, while it runs without paying. */
export class PriceEstimate {
  readonly #booked = new Set<string>();
  readonly #fields = new Map<string, Interval>();

  /** Books one record, once however many fields need it. `key` names it. */
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

  price(budget: number, purses: readonly PurseLeft[] = [], isUsedUp = false): Price {
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
      fields,
      assumedListLength,
      ...(quoted.length > 0 && { purses: quoted }),
      ...(isUsedUp && { allowance: { refuses: refusalOf(0) } }),
    };
  }
}

/** A path without the places in lists, such as `searchProfiles.nodes.currentCompany`. */
export const fieldPath = (path: readonly (string | number)[]): string =>
  path.filter((step) => typeof step === 'string').join('.');
