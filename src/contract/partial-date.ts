/** A date of which possibly only the year, or year and month, are known. */
interface PartialDate {
  readonly year: number;
  /** From 1; undefined if only the year is known. */
  readonly month: number | undefined;
  readonly day: number | undefined;
}

/** How a date without a day is read: as its first day for a start, or its last day for an end. */
export type Edge = 'first' | 'last';

const time = String.raw`[T ]\d{1,2}:\d\d(?::\d\d(?:[.,]\d+)?)? ?(?:Z|[+-]\d\d:?\d\d)?`;
const form = new RegExp(String.raw`^\s*(\d{4})(?:([-/.])(\d{1,2})(?:\2(\d{1,2})(?:${time})?)?)?\s*$`, 'i');

const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

/**
 * Parses `Y`, `Y-M` or `Y-M-D`, with one or two digits for month and day, separated by `-`, `/` or `.`. A time of day
 * may follow, and is ignored. A month or day of zero counts as absent. Undefined for any other text, also if it starts
 * with a year.
 */
function partialDateOf(text: unknown): PartialDate | undefined {
  const [, years, , months = '0', days = '0'] = (typeof text === 'string' && form.exec(text)) || [];
  const [year, month, day] = [Number(years ?? 0), Number(months), Number(days)];
  if (year === 0 || month > 12) return undefined;
  if (month === 0) return { year, month: undefined, day: undefined };
  if (day > daysIn(year, month)) return undefined;
  return { year, month, day: day || undefined };
}

/** Whether a text is a date with at least a year. */
export const isKnownDate = (text: unknown): boolean => partialDateOf(text) !== undefined;

/** The day (`YYYY-MM-DD`) of a record's date at an edge; null if it is unknown. */
export function dayOf(text: unknown, edge: Edge): string | null {
  const date = partialDateOf(text);
  if (!date) return null;
  const month = date.month ?? (edge === 'first' ? 1 : 12);
  const day = date.day ?? (edge === 'first' ? 1 : daysIn(date.year, month));
  return [String(date.year).padStart(4, '0'), ...[month, day].map((part) => String(part).padStart(2, '0'))].join('-');
}

/** Midnight UTC of that day, in milliseconds since 1970; NaN if it is unknown. */
export const momentOf = (text: unknown, edge: Edge): number => {
  const day = dayOf(text, edge);
  return day === null ? Number.NaN : Date.parse(day);
};
