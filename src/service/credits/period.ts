/** The last day of a month, 28 to 31; months count from 0 and may lie outside 0 to 11. */
const lastDay = (year: number, month: number): number => new Date(Date.UTC(year, month + 1, 0)).getUTCDate();

const startIn = (year: number, month: number, anchorDay: number): Date =>
  new Date(Date.UTC(year, month, Math.min(anchorDay, lastDay(year, month))));

/**
 * When the billing period that holds `now` began: the latest anchor day, at midnight UTC, that is not after `now`.
 * In a month too short for the anchor day (1 to 31) the month's last day takes its place. Ours: the specification says
 * "billing cycle" only.
 */
export function periodStart(anchorDay: number, now: Date): Date {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const start = startIn(year, month, anchorDay);
  return start <= now ? start : startIn(year, month - 1, anchorDay);
}
