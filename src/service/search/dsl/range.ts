import { nextAbove, nextBelow } from '../../../store/index/digits.ts';
import { spanOf } from '../../../store/index/moment.ts';
import { numberOf } from '../../../store/index/token.ts';
import { shown } from '../../shown.ts';
import type { Field, QueryTree } from '../tree.ts';
import { dateFormatOf, formatsTaken } from './date-format.ts';
import { type Dates, momentOf, plainDates } from './date-math.ts';
import { type Members, membersOf, pathTo, problem, type Reading, unread } from './reading.ts';
import { utcZone, zoneOf } from './zone.ts';

/** A range of dates or numbers. Source: OpenSearch, "Range query". */
export function rangeOf(field: Field, content: unknown, at: string, reading: Reading): QueryTree {
  if (field.kind !== 'date' && field.kind !== 'number') {
    return problem(reading, at, `must be a date or a number for range, but got a ${field.kind}`) ?? unread;
  }
  const members = membersOf(content, at, [...boundNames, 'format', 'time_zone'], reading);
  if (members === undefined) return unread;
  if (boundNames.every((name) => !members.has(name))) {
    return problem(reading, at, 'must have at least one of gt, gte, lt, lte, but has none') ?? unread;
  }
  for (const [a, b] of [
    ['gt', 'gte'],
    ['lt', 'lte'],
  ] as const) {
    if (members.has(a) && members.has(b)) problem(reading, at, `must not have ${a} together with ${b}, but has both`);
  }
  const dates = datesOf(members, at, reading);
  const bounds = field.kind === 'date' ? dateBounds : numberBounds;
  const bound = (name: keyof Bounds) => boundOf(members, name, bounds[name], field, dates, at, reading);
  return { kind: 'range', field, from: bound('gte') ?? bound('gt'), to: bound('lte') ?? bound('lt') };
}

const boundNames = ['gt', 'gte', 'lt', 'lte'];

/** Format and time zone of the bounds. */
function datesOf(members: Members, at: string, reading: Reading): Dates {
  const [format, zone] = [members.get('format'), members.get('time_zone')];
  const read = format === undefined ? spanOf : typeof format === 'string' ? dateFormatOf(format) : undefined;
  const chosen = zone === undefined ? utcZone : typeof zone === 'string' ? zoneOf(zone) : undefined;
  if (read === undefined) {
    const expected = `must be a pattern of digits such as "dd/MM/yyyy", or of ${formatsTaken}, but got ${shown(format)}`;
    problem(reading, pathTo(at, 'format'), expected);
  }
  if (chosen === undefined) {
    const expected = `must be an offset such as "+02:00", or a zone such as "Europe/Berlin", but got ${shown(zone)}`;
    problem(reading, pathTo(at, 'time_zone'), expected);
  }
  const { now } = reading;
  if (read === undefined || chosen === undefined) return plainDates(now);
  return { now, zone: chosen, spanOf: (value) => read(value, chosen.utcOf) };
}

/** Readers of each member, which turn it into an inclusive bound. */
type Bounds = Readonly<Record<'gt' | 'gte' | 'lt' | 'lte', (value: unknown, dates: Dates) => number | undefined>>;

const after = (value: number | undefined, step: (value: number) => number) =>
  value === undefined ? undefined : step(value);

const numberBounds: Bounds = {
  gt: (value) => after(numberOf(value), nextAbove),
  gte: numberOf,
  lt: (value) => after(numberOf(value), nextBelow),
  lte: numberOf,
};

/** A date names a span: `gt` starts after it, `gte` at its start, `lt` ends before it, `lte` at its end. */
const dateBounds: Bounds = {
  gt: (value, dates) => after(momentOf(value, 'last', dates), (ms) => ms + 1),
  gte: (value, dates) => momentOf(value, 'first', dates),
  lt: (value, dates) => after(momentOf(value, 'first', dates), (ms) => ms - 1),
  lte: (value, dates) => momentOf(value, 'last', dates),
};

function boundOf(
  members: Members,
  name: keyof Bounds,
  read: Bounds[keyof Bounds],
  field: Field,
  dates: Dates,
  at: string,
  reading: Reading,
): number | undefined {
  if (!members.has(name)) return undefined;
  const value = members.get(name);
  const format = members.get('format');
  const written = format === undefined ? 'such as "2024-05-31"' : `in the format ${shown(format)}`;
  const expected = field.kind === 'date' ? `a date ${written}, or date math such as "now-1y/d"` : 'a number';
  return read(value, dates) ?? problem(reading, pathTo(at, name), `must be ${expected}, but got ${shown(value)}`);
}
