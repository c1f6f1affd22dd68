/**
 * When a purse resets, always at midnight UTC: never, daily, on the first of the month, or on the day of the month when
 * the plan's allowance resets (`allowance-1` to `allowance-31`, since the interface does not report that day).
 */
export type Period = 'none' | 'day' | 'month' | `allowance-${number}`;

const allowance = /^allowance-([1-9]|[12]\d|3[01])$/;

export const isPeriod = (text: string): text is Period =>
  text === 'none' || text === 'day' || text === 'month' || allowance.test(text);

/** Start of the period that contains `now`, in milliseconds since 1970; 0 for a purse without periods. */
export function periodStart(period: Period, now: number): number {
  if (period === 'none') return 0;
  const day = new Date(now);
  if (period === 'day') return day.setUTCHours(0, 0, 0, 0);
  const anchor = Number(allowance.exec(period)?.[1] ?? 1);
  const [year, month] = [day.getUTCFullYear(), day.getUTCMonth()];
  const start = anchored(year, month, anchor);
  return start <= now ? start : anchored(year, month - 1, anchor);
}

/** Midnight of a day of the month, or of the month's last day if it is shorter. */
function anchored(year: number, month: number, day: number): number {
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(day, lastDay));
}
