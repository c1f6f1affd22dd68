/**
 * The span that a date names: `2018-05-01` is a day, a complete date-time a millisecond. A year or month alone is its
 * first day, as in OpenSearch, where a missing month or day is 1 for either bound.
 */
export interface Span {
  /** Its first millisecond, as a Unix time. */
  readonly first: number;
  /** Its last millisecond. */
  readonly last: number;
}

/** Digits of the parts of a date and time that are present. */
export interface Written {
  readonly year?: string | undefined;
  readonly month?: string | undefined;
  readonly day?: string | undefined;
  readonly hour?: string | undefined;
  readonly minute?: string | undefined;
  readonly second?: string | undefined;
  /** Fraction of a second. */
  readonly fraction?: string | undefined;
  /** `Z`, or hours and minutes as in `+02:00`. */
  readonly offset?: string | undefined;
}

/** Converts a local date and time, encoded as if it were UTC, to a Unix time. */
export type UtcOf = (local: number) => number;

const inUtc: UtcOf = (local) => local;

const time = '(?<hour>\\d\\d)(?::(?<minute>\\d\\d)(?::(?<second>\\d\\d)(?:[.,](?<fraction>\\d{1,9}))?)?)?';
const form = new RegExp(
  `^(?<year>\\d{4})(?:-(?<month>\\d\\d)(?:-(?<day>\\d\\d)(?:[T ]${time}(?<offset>Z|[+-]\\d\\d(?::?\\d\\d)?)?)?)?)?$`,
  'i',
);

/**
 * Parses ISO 8601 (a year, month or day, or a day and time down to nanoseconds, with an optional offset, by default
 * local time) or a Unix time in milliseconds, like OpenSearch's `strict_date_optional_time||epoch_millis`.
 * Undefined for other values and impossible days.
 */
export const spanOf = (value: unknown, utcOf?: UtcOf): Span | undefined =>
  isoSpanOf(value, utcOf) ?? epochSpanOf(value, utcOf);

export function isoSpanOf(value: unknown, utcOf?: UtcOf): Span | undefined {
  const match = form.exec(textOf(value));
  return match?.groups && spanOfWritten(match.groups, utcOf);
}

/** Parses an integer Unix time in the given unit. With a time zone, OpenSearch takes it as local time, too. */
export function epochSpanOf(value: unknown, utcOf = inUtc, unitMs = 1): Span | undefined {
  const text = textOf(value);
  if (!/^-?\d{1,15}$/.test(text)) return undefined;
  const first = Number(text) * unitMs;
  return { first: utcOf(first), last: utcOf(first + unitMs - 1) };
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** A missing year is 1970. Undefined for impossible days. */
export function spanOfWritten(written: Written, utcOf = inUtc): Span | undefined {
  const {
    year = '1970',
    month = '1',
    day = '1',
    hour = '0',
    minute = '0',
    second = '0',
    fraction = '',
    offset,
  } = written;
  const start = utc(Number(year), Number(month) - 1, Number(day));
  const at = new Date(start);
  if (at.getUTCMonth() + 1 !== Number(month) || at.getUTCDate() !== Number(day)) return undefined;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const time = (Number(hour) * 60 + Number(minute)) * 60 + Number(second);
  const first = start + time * 1000 + Number(fraction.padEnd(3, '0').slice(0, 3));
  const last = first + lengthOf(written) - 1;
  if (offset === undefined) return { first: utcOf(first), last: utcOf(last) };
  return { first: first - offsetMs(offset), last: last - offsetMs(offset) };
}

function lengthOf(given: Written): number {
  if (given.fraction !== undefined) return 1;
  if (given.second !== undefined) return 1000;
  if (given.minute !== undefined) return 60_000;
  if (given.hour !== undefined) return 3_600_000;
  return 86_400_000;
}

/** As `Date.UTC`, which maps the years 0 to 99 to 1900 to 1999. */
export function utc(year: number, month: number, day: number): number {
  const date = new Date(0);
  return date.setUTCFullYear(year, month, day);
}

/** `Z`, or hours and minutes with or without a colon, in milliseconds. */
export function offsetMs(offset: string): number {
  if (offset === 'Z' || offset === 'z') return 0;
  const digits = offset.slice(1).replace(':', '');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2) || 0);
  return (offset.startsWith('-') ? -1 : 1) * minutes * 60_000;
}
