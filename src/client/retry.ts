import { type CallError, RateLimited, StillInFlight, UpstreamFailed } from './errors.ts';

/** Maximum `Retry-After` to wait for; with a longer one, the call fails at once. */
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
  const asked =
    error instanceof RateLimited || error instanceof StillInFlight || error instanceof UpstreamFailed
      ? error.retryAfterMs
      : undefined;
  if (asked === undefined) return backoff * (0.5 + random() / 2);
  return asked > longestRetryAfterMs ? undefined : asked + random() * backoff;
}

/** Reads `Retry-After`, seconds or an HTTP date, as milliseconds from now; undefined if it is neither. */
export function retryAfterMs(header: string | undefined, now: () => number = Date.now): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  const moment = Date.parse(header);
  return Number.isNaN(moment) ? undefined : Math.max(0, moment - now());
}
