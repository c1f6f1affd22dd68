import { type Span, spanOf, utc } from '../../store/index/moment.ts';

/** `now`, or a date and `||`, then steps: `+1d`, `-2M`, `/y`. Source: OpenSearch, "Date", "Date math". */
const form = /^(?:now|(.{1,40})\|\|)((?:[+-]\d{1,6}[yMwdhHms]|\/[yMwdhHms]){0,20})$/;

/**
 * The first or last millisecond that a date names. Without math that is the edge of the span written (`2018-05-01` is a day);
 * with it, the moment reached, where a rounding step `/d` goes to the first or last millisecond of the unit.
 */
export function momentOf(value: unknown, edge: keyof Span, now: Date): number | undefined {
  const match = typeof value === 'string' ? form.exec(value) : null;
  if (!match) return spanOf(value)?.[edge];
  const [, anchor, steps = ''] = match;
  const start = anchor === undefined ? now.getTime() : spanOf(anchor)?.first;
  if (start === undefined) return undefined;
  let moment = start;
  for (const step of steps.match(/[+-]\d+[a-zA-Z]|\/[a-zA-Z]/g) ?? []) {
    const unit = step.slice(-1);
    if (step.startsWith('/'))
      moment = edge === 'first' ? unitStart(moment, unit) : added(unitStart(moment, unit), 1, unit) - 1;
    else moment = added(moment, Number(step.slice(0, -1)), unit);
  }
  return Number.isFinite(moment) ? moment : undefined;
}

const lengths: Readonly<Record<string, number>> = {
  w: 604_800_000,
  d: 86_400_000,
  h: 3_600_000,
  H: 3_600_000,
  m: 60_000,
  s: 1000,
};
/** A Monday: weeks begin on Mondays. */
const someMonday = Date.UTC(1970, 0, 5);

function unitStart(moment: number, unit: string): number {
  const date = new Date(moment);
  if (unit === 'y') return utc(date.getUTCFullYear(), 0, 1);
  if (unit === 'M') return utc(date.getUTCFullYear(), date.getUTCMonth(), 1);
  const length = lengths[unit] ?? 1;
  const origin = unit === 'w' ? someMonday : 0;
  return origin + Math.floor((moment - origin) / length) * length;
}

/** Months and years keep the day of the month, or take the month's last where it has none. */
function added(moment: number, count: number, unit: string): number {
  if (unit !== 'y' && unit !== 'M') return moment + count * (lengths[unit] ?? 0);
  const date = new Date(moment);
  const months = date.getUTCMonth() + count * (unit === 'y' ? 12 : 1);
  const last = new Date(utc(date.getUTCFullYear(), months + 1, 0)).getUTCDate();
  const timeOfDay = moment - unitStart(moment, 'd');
  return utc(date.getUTCFullYear(), months, Math.min(date.getUTCDate(), last)) + timeOfDay;
}
