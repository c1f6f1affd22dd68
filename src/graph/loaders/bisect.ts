import { BadUpstreamRequest, CallError, UpstreamFailed } from '../../client/errors.ts';
import type { Chunk } from './chunk.ts';

/** Maximum number of extra calls to isolate a bad identifier; halving 1,000 identifiers down to one takes 20. */
export const maxRepairs = 24;

/**
 * Statuses that may be caused by a part of the request, so that the rest may succeed. A proxy's 502 or 504 is excluded:
 * it does not depend on the request, and may hide a response that was charged.
 */
const divisibleStatuses: readonly (number | undefined)[] = [400, 413, 422, 500];

/**
 * Whether to retry the identifiers of a failed fetch in halves, so that a bad identifier fails alone: only if the call
 * was certainly not charged, and if a smaller request may succeed.
 */
export const isDivisible = (error: Error): boolean =>
  error instanceof CallError &&
  error.charged === 'no' &&
  (error instanceof UpstreamFailed || error instanceof BadUpstreamRequest) &&
  divisibleStatuses.includes(error.status);

/**
 * Whether failures of both halves may come from two bad identifiers: a refused request may, but an upstream that fails
 * on both halves is more likely down.
 */
export const maybeTwoFaults = (error: Error): boolean => error instanceof BadUpstreamRequest;

export function halves(chunk: Chunk): readonly [Chunk, Chunk] {
  const middle = Math.ceil(chunk.length / 2);
  return [chunk.slice(0, middle), chunk.slice(middle)];
}
