/**
 * The span of time that a date's text names: `2018-05-01` is a day, a whole date-time a millisecond. A year or a month
 * alone is its first day, as OpenSearch has it: a month and a day that are missing are 1, whichever bound they stand for.
 */
export interface Span {
  /** Its first millisecond, since 1970. */
  readonly first: number;
  /** Its last millisecond. */
  readonly last: number;
}

const form =
  /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:[T ](\d\d)(?::(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?(Z|[+-]\d\d(?::?\d\d)?)?)?)?)?$/i;

/**
 * Reads ISO 8601 (a year, month, day, or a day and time down to nanoseconds, with or without an offset; UTC without)
 * or milliseconds since 1970, as OpenSearch's `strict_date_optional_time||epoch_millis` does. Undefined for anything
 * else, and for days that no calendar has.
 */
export function spanOf(value: unknown): Span | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') return undefined;
  const match = form.exec(text);
  if (match) return isoSpan(match);
  if (!/^-?\d{1,15}$/.test(text)) return undefined;
  return { first: Number(text), last: Number(text) };
}

function isoSpan([, year, month, day, hour, minute, second, fraction, offset]: RegExpExecArray): Span | undefined {
  const start = utc(Number(year), Number(month ?? 1) - 1, Number(day ?? 1));
  const at = new Date(start);
  if (at.getUTCMonth() + 1 !== Number(month ?? 1) || at.getUTCDate() !== Number(day ?? 1)) return undefined;
  if (Number(hour ?? 0) > 23 || Number(minute ?? 0) > 59 || Number(second ?? 0) > 59) return undefined;
  const time = (Number(hour ?? 0) * 60 + Number(minute ?? 0)) * 60 + Number(second ?? 0);
  const first = start + time * 1000 + Number((fraction ?? '').padEnd(3, '0').slice(0, 3)) - offsetMs(offset);
  return { first, last: first + lengthOf({ hour, minute, second, fraction }) - 1 };
}

function lengthOf(given: Readonly<Record<string, string | undefined>>): number {
  if (given.fraction !== undefined) return 1;
  if (given.second !== undefined) return 1000;
  if (given.minute !== undefined) return 60_000;
  if (given.hour !== undefined) return 3_600_000;
  return 86_400_000;
}

/** As `Date.UTC`, which takes the years 0 to 99 for 1900 to 1999. */
export function utc(year: number, month: number, day: number): number {
  const date = new Date(0);
  return date.setUTCFullYear(year, month, day);
}

function offsetMs(offset: string | undefined): number {
  if (offset === undefined || offset === 'Z' || offset === 'z') return 0;
  const digits = offset.slice(1).replace(':', '');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2) || 0);
  return (offset.startsWith('-') ? -1 : 1) * minutes * 60_000;
}
