import { type CallError, RateLimited, StillInFlight, UpstreamFailed } from './errors.ts';

/** The longest `Retry-After` that is waited for; with a longer one the caller hears of it at once. */
const longestRetryAfterMs = 10_000;

/** The wait before the first retry; it doubles from one to the next. */
const firstBackoffMs = 100;

/**
 * How long to wait before the call is sent again: what the upstream asks for, or a growing backoff; with jitter, so
 * that callers who failed together do not come back together.
 *
 * @param retried how often it was sent again already
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
