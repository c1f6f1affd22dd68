import { CallError, RateLimited, StillInFlight, UpstreamFailed } from '../../../client/errors.ts';

/** Whether a retry may succeed: after a network or server error, but not after a refusal. */
export const isTransient = (error: unknown): error is CallError =>
  error instanceof CallError &&
  error.code !== 'UNAUTHENTICATED' &&
  error.code !== 'FORBIDDEN' &&
  error.code !== 'BAD_UPSTREAM_REQUEST';

/** The `Retry-After` of an error, in milliseconds; 0 for none. */
export const retryAfterOf = (error: CallError): number =>
  error instanceof RateLimited || error instanceof UpstreamFailed || error instanceof StillInFlight
    ? (error.retryAfterMs ?? 0)
    : 0;
