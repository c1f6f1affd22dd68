import { type Span, spanOf, utc } from '../../../store/index/moment.ts';
import { utcZone, type Zone } from './zone.ts';

/** How a clause reads dates. */
export interface Dates {
  /** The value of `now` in date math. */
  readonly now: Date;
  /** The zone of dates without an offset, and of rounding. */
  readonly zone: Zone;
  /** The span of a date without date math. */
  spanOf(value: unknown): Span | undefined;
}

export const plainDates = (now: Date): Dates => ({ now, zone: utcZone, spanOf: (value) => spanOf(value) });

/** `now`, or a date and `||`, then steps: `+1d`, `-2M`, `/y`. Source: OpenSearch, "Date", "Date math". */
const form = /^(?:now|(.{1,40})\|\|)((?:[+-]\d{1,6}[yMwdhHms]|\/[yMwdhHms]){0,20})$/;

/**
 * The first or last millisecond of a date expression. Without date math it is an edge of the span as written
 * (`2018-05-01` is a day); with it, the computed moment, where rounding (`/d`) goes to the first or last millisecond of
 * the unit.
 */
export function momentOf(value: unknown, edge: keyof Span, { now, zone, spanOf }: Dates): number | undefined {
  const match = typeof value === 'string' ? form.exec(value) : null;
  if (!match) return spanOf(value)?.[edge];
  const [, anchor, steps = ''] = match;
  const start = anchor === undefined ? now.getTime() : spanOf(anchor)?.first;
  if (start === undefined) return undefined;
  let moment = start;
  for (const step of steps.match(/[+-]\d+[a-zA-Z]|\/[a-zA-Z]/g) ?? []) {
    const unit = step.slice(-1);
    if (!step.startsWith('/')) moment = added(moment, Number(step.slice(0, -1)), unit, zone);
    else {
      const start = zone.utcOf(unitStart(zone.localOf(moment), unit));
      moment = edge === 'first' ? start : added(start, 1, unit, zone) - 1;
    }
  }
  return Number.isFinite(moment) ? moment : undefined;
}

const dayMs = 86_400_000;
const lengths: Readonly<Record<string, number>> = {
  w: 7 * dayMs,
  d: dayMs,
  h: 3_600_000,
  H: 3_600_000,
  m: 60_000,
  s: 1000,
};
/** Reference Monday: weeks start on Mondays. */
const someMonday = Date.UTC(1970, 0, 5);

/** Start of the unit that contains a local time. */
function unitStart(local: number, unit: string): number {
  const date = new Date(local);
  if (unit === 'y') return utc(date.getUTCFullYear(), 0, 1);
  if (unit === 'M') return utc(date.getUTCFullYear(), date.getUTCMonth(), 1);
  const length = lengths[unit] ?? 1;
  const origin = unit === 'w' ? someMonday : 0;
  return origin + Math.floor((local - origin) / length) * length;
}

/**
 * Adds hours and smaller units in elapsed time, and days and larger ones on the local calendar. Months and years keep
 * the day of the month, or use the month's last day if it is shorter.
 */
function added(moment: number, count: number, unit: string, zone: Zone): number {
  const length = lengths[unit];
  if (length !== undefined && length < dayMs) return moment + count * length;
  const local = zone.localOf(moment);
  if (length !== undefined) return zone.utcOf(local + count * length);
  const date = new Date(local);
  const months = date.getUTCMonth() + count * (unit === 'y' ? 12 : 1);
  const last = new Date(utc(date.getUTCFullYear(), months + 1, 0)).getUTCDate();
  const timeOfDay = local - unitStart(local, 'd');
  return zone.utcOf(utc(date.getUTCFullYear(), months, Math.min(date.getUTCDate(), last)) + timeOfDay);
}
