import { momentOf } from '../../contract/partial-date.ts';
import { memberOf } from '../scope/record-reference.ts';
import { builder } from './builder.ts';

/** The type of the argument that orders a list by date; such lists are not paged. */
export const DateOrder = builder.enumType('DateOrder', {
  description:
    'How to order entries by start date. Entries without one come last; equal ones stay in the order of the data service.',
  values: {
    LATEST_FIRST: { description: 'The entry that began last comes first.' },
    EARLIEST_FIRST: { description: 'The entry that began first comes first.' },
  },
});

/** Sorts elements by a date member, undated ones last; without an order, returns the list as sent. */
export function byDay(
  elements: readonly unknown[],
  member: string,
  order: 'LATEST_FIRST' | 'EARLIEST_FIRST' | null | undefined,
): readonly unknown[] {
  if (!order) return elements;
  const sign = order === 'LATEST_FIRST' ? -1 : 1;
  const dated = elements.map((element) => ({
    element,
    day: typeof element === 'object' && element !== null ? momentOf(memberOf(element, member), 'first') : Number.NaN,
  }));
  return dated.toSorted((a, b) => compare(a.day, b.day, sign)).map(({ element }) => element);
}

function compare(a: number, b: number, sign: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
  return a === b ? 0 : sign * (a - b);
}
