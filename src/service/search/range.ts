import { nextAbove, nextBelow } from '../../store/index/digits.ts';
import { numberOf } from '../../store/index/token.ts';
import { shown } from '../shown.ts';
import { momentOf } from './date-math.ts';
import { type Members, membersOf, pathTo, problem, type Reading, unread } from './reading.ts';
import type { Field, QueryTree } from './tree.ts';

/** A range of dates or numbers. Source: OpenSearch, "Range query". */
export function rangeOf(field: Field, content: unknown, at: string, reading: Reading): QueryTree {
  if (field.kind !== 'date' && field.kind !== 'number') {
    return problem(reading, at, `must be a date or a number for range, but got a ${field.kind}`) ?? unread;
  }
  const members = membersOf(content, at, ['gt', 'gte', 'lt', 'lte'], reading);
  if (members === undefined) return unread;
  if (members.size === 0) {
    return problem(reading, at, 'must have at least one of gt, gte, lt, lte, but has none') ?? unread;
  }
  for (const [a, b] of [
    ['gt', 'gte'],
    ['lt', 'lte'],
  ] as const) {
    if (members.has(a) && members.has(b)) problem(reading, at, `must not have ${a} together with ${b}, but has both`);
  }
  const bounds = field.kind === 'date' ? dateBounds : numberBounds;
  const bound = (name: keyof Bounds) => boundOf(members, name, bounds[name], field, at, reading);
  return { kind: 'range', field, from: bound('gte') ?? bound('gt'), to: bound('lte') ?? bound('lt') };
}

/** How each member is read into a bound that is itself included. */
type Bounds = Readonly<Record<'gt' | 'gte' | 'lt' | 'lte', (value: unknown, now: Date) => number | undefined>>;

const after = (value: number | undefined, step: (value: number) => number) =>
  value === undefined ? undefined : step(value);

const numberBounds: Bounds = {
  gt: (value) => after(numberOf(value), nextAbove),
  gte: numberOf,
  lt: (value) => after(numberOf(value), nextBelow),
  lte: numberOf,
};

/** A date's text names a span: `gt` begins after all of it, `gte` with it, `lt` ends before it, `lte` after all of it. */
const dateBounds: Bounds = {
  gt: (value, now) => after(momentOf(value, 'last', now), (ms) => ms + 1),
  gte: (value, now) => momentOf(value, 'first', now),
  lt: (value, now) => after(momentOf(value, 'first', now), (ms) => ms - 1),
  lte: (value, now) => momentOf(value, 'last', now),
};

function boundOf(
  members: Members,
  name: keyof Bounds,
  read: Bounds[keyof Bounds],
  field: Field,
  at: string,
  reading: Reading,
): number | undefined {
  if (!members.has(name)) return undefined;
  const value = members.get(name);
  const expected = field.kind === 'date' ? 'a date such as "2024-05-31", or date math such as "now-1y/d"' : 'a number';
  return read(value, reading.now) ?? problem(reading, pathTo(at, name), `must be ${expected}, but got ${shown(value)}`);
}
