import { type CallError, StillInFlight, UpstreamFailed } from './errors.ts';

/** Maximum `Retry-After` of a 503 to wait for; with a longer one, the call fails at once. */
const longestRetryAfterMs = 10_000;

/** Backoff before the first retry; doubles with each further one. */
const firstBackoffMs = 100;

/**
 * The delay before a retry: the upstream's `Retry-After`, or exponential backoff, with jitter, so that calls that
 * failed together are not retried together.
 *
 * @param retried number of retries so far
 * @param random from 0 to 1
 * @returns milliseconds; undefined if the error must not, or should not, be retried
 */
export function waitBeforeRetry(error: CallError, retried: number, random: () => number): number | undefined {
  if (!error.shouldRetry(retried)) return undefined;
  const backoff = firstBackoffMs * 2 ** retried;
  const asked = error instanceof StillInFlight || error instanceof UpstreamFailed ? error.retryAfterMs : undefined;
  if (asked === undefined) return backoff * (0.5 + random() / 2);
  return asked > longestRetryAfterMs ? undefined : asked + random() * backoff;
}

/** Maximum `Retry-After`; a longer one is taken for a mistake. */
const maxRetryAfterMs = 3_600_000;
const mistakenMs = 60_000;

/**
 * Reads `Retry-After`, seconds or an HTTP date, as milliseconds from now; undefined if it is neither. More than an hour is
 * read as a minute: it may be a point in time, or the clock of the upstream may be wrong.
 */
export function retryAfterMs(header: string | undefined, now: () => number = Date.now): number | undefined {
  if (header === undefined) return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Math.max(0, Date.parse(header) - now());
  if (Number.isNaN(ms)) return undefined;
  return ms > maxRetryAfterMs ? mistakenMs : ms;
}
