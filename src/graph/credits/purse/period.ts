/**
 * How often a purse begins anew, always at midnight UTC: never, each day, on the first of each month, or on the day of the
 * month on which the plan's allowance does (`allowance-1` to `allowance-31`, as the interface does not tell it).
 */
export type Period = 'none' | 'day' | 'month' | `allowance-${number}`;

const allowance = /^allowance-([1-9]|[12]\d|3[01])$/;

export const isPeriod = (text: string): text is Period =>
  text === 'none' || text === 'day' || text === 'month' || allowance.test(text);

/** When the period that holds `now` began, in milliseconds since 1970; a purse without periods has one since 1970. */
export function periodStart(period: Period, now: number): number {
  if (period === 'none') return 0;
  const day = new Date(now);
  if (period === 'day') return day.setUTCHours(0, 0, 0, 0);
  const anchor = Number(allowance.exec(period)?.[1] ?? 1);
  const [year, month] = [day.getUTCFullYear(), day.getUTCMonth()];
  const start = anchored(year, month, anchor);
  return start <= now ? start : anchored(year, month - 1, anchor);
}

/** In a month too short for the day, the month's last one takes its place. */
function anchored(year: number, month: number, day: number): number {
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(day, lastDay));
}
