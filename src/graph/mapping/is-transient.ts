import { CallError, RateLimited, StillInFlight, UpstreamFailed } from '../../client/errors.ts';

/** Whether a retry may succeed: a network or server error may pass, a refusal does not. */
export const isTransient = (error: unknown): error is CallError =>
  error instanceof CallError &&
  error.code !== 'UNAUTHENTICATED' &&
  error.code !== 'FORBIDDEN' &&
  error.code !== 'BAD_UPSTREAM_REQUEST';

/** How long the upstream asked not to be called, in milliseconds. */
export const retryAfterOf = (error: CallError): number =>
  error instanceof RateLimited || error instanceof UpstreamFailed || error instanceof StillInFlight
    ? (error.retryAfterMs ?? 0)
    : 0;
