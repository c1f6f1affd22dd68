/** Formats numbers and dates in the browser's language. */
const language = (): string => navigator.language;

export const number = (value: number): string => new Intl.NumberFormat(language()).format(value);

export const percent = (value: number): string =>
  new Intl.NumberFormat(language(), { style: 'percent', maximumFractionDigits: 0 }).format(value);

/** An amount of dollars, such as `$2M`. */
export const dollars = (value: number): string =>
  new Intl.NumberFormat(language(), { style: 'currency', currency: 'USD', notation: 'compact' }).format(value);

/** A month such as `Jan 2019`; other texts are returned unchanged. */
export const month = (date: string): string => {
  const [year, monthOfYear] = date.split('-').map(Number);
  if (year === undefined || !Number.isInteger(year)) return date;
  if (monthOfYear === undefined) return String(year);
  const at = new Date(Date.UTC(year, monthOfYear - 1, 1));
  if (Number.isNaN(at.getTime())) return date;
  return new Intl.DateTimeFormat(language(), { year: 'numeric', month: 'short', timeZone: 'UTC' }).format(at);
};

/** The first day of this month a year ago: later moves count as new. */
export const aYearAgo = (): string => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear() - 1, now.getUTCMonth(), 1)).toISOString().slice(0, 10);
};

/** A day such as `5 Oct`. */
export const day = (date: string): string =>
  new Intl.DateTimeFormat(language(), { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(date));

/** A time such as `14:03:21`, with the day unless it is today. */
export const moment = (time: string): string => {
  const at = new Date(time);
  const today = at.toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(language(), {
    ...(!today && { day: 'numeric', month: 'short' }),
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
  }).format(at);
};

/** When something ends: a time such as `14:03:21` today, else a day such as `31 Dec 2026`. */
export const ending = (time: string): string => {
  const at = new Date(time);
  if (at.toDateString() === new Date().toDateString()) return moment(time);
  return date(time);
};

/** A day with its year, such as `31 Dec 2026`. */
export const date = (time: string): string =>
  new Intl.DateTimeFormat(language(), { dateStyle: 'medium' }).format(new Date(time));

/** The year of a date, if it has one. */
export const year = (date: string | null | undefined): string | undefined => /^\d{4}/.exec(date ?? '')?.[0];

/** A text as it begins a line. */
export const capitalized = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** Somebody's title and employer, such as `CTO · Lumora`; the parts that are known. */
export const role = (...parts: readonly (string | null | undefined)[]): string => parts.filter(isText).join(' · ');

/** Whether a text has content. */
export const isText = (text: string | null | undefined): text is string =>
  text !== null && text !== undefined && text !== '';
