/** Dates are counted in days since 1970-01-01 (UTC), so that no time zone and no clock enters the sample. */
export type Day = number;

const millisecondsPerDay = 86_400_000;

export const day = (year: number, month = 1, date = 1): Day => Date.UTC(year, month - 1, date) / millisecondsPerDay;

/** The day on which the sample's world stands still, by default. */
export const referenceDay: Day = day(2026, 6, 30);

export const years = (count: number): number => Math.round(count * 365.25);

export const yearOf = (date: Day): number => new Date(date * millisecondsPerDay).getUTCFullYear();

export function startOfMonth(date: Day): Day {
  const moment = new Date(date * millisecondsPerDay);
  return day(moment.getUTCFullYear(), moment.getUTCMonth() + 1);
}

/** `YYYY-MM-DD`. */
export const isoDay = (date: Day): string => new Date(date * millisecondsPerDay).toISOString().slice(0, 10);

/** A moment of that day, ISO 8601; `part` of the day is at least 0 and below 1. */
export const isoMoment = (date: Day, part = 0): string =>
  `${new Date(Math.floor((date + part) * 86_400) * 1000).toISOString().slice(0, 19)}Z`;

/** Seconds since 1970. */
export const unixSeconds = (date: Day): number => date * 86_400;
