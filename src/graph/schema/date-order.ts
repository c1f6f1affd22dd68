import { memberOf } from '../scope/record-reference.ts';
import { builder } from './builder.ts';

/** The argument that orders a list by its elements' days; such lists are never paged. */
export const DateOrder = builder.enumType('DateOrder', {
  description:
    'How to order a list by the days on which its entries begin. Entries without a day come last, equals as sent.',
  values: {
    LATEST_FIRST: { description: 'The entry that began last comes first.' },
    EARLIEST_FIRST: { description: 'The entry that began first comes first.' },
  },
});

/** The elements of a list in the order of a member that holds a day; as they were sent where no order is given. */
export function byDay(
  elements: readonly unknown[],
  member: string,
  order: 'LATEST_FIRST' | 'EARLIEST_FIRST' | null | undefined,
): readonly unknown[] {
  if (!order) return elements;
  const sign = order === 'LATEST_FIRST' ? -1 : 1;
  const dated = elements.map((element) => ({
    element,
    day: typeof element === 'object' && element !== null ? momentOf(memberOf(element, member)) : Number.NaN,
  }));
  return dated.toSorted((a, b) => compare(a.day, b.day, sign)).map(({ element }) => element);
}

function compare(a: number, b: number, sign: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
  return a === b ? 0 : sign * (a - b);
}

/** A day or a moment as a number; NaN for what is neither, as an upstream may send. */
export const momentOf = (value: unknown): number => (typeof value === 'string' ? Date.parse(value) : Number.NaN);

const names = new Intl.Collator('en');

/** Orders names as people do, whatever their case and accents; those that are missing come last. */
export const compareNames = (a: string | null | undefined, b: string | null | undefined): number =>
  a && b ? names.compare(a, b) : Number(!a) - Number(!b);

/** The moment at which this day began, in UTC: what is worked out from it is the same all day, however often it is asked. */
export const today = (): number => Math.floor(Date.now() / dayMs) * dayMs;

const dayMs = 86_400_000;
