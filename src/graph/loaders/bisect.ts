import { BadUpstreamRequest, CallError, UpstreamFailed } from '../../client/errors.ts';
import type { Chunk } from './chunk.ts';

/** Calls that may be made beside the first to find what spoils a fetch; halving 1000 identifiers down to one takes 20. */
export const maxRepairs = 24;

/**
 * Statuses that tell of something in the request, or that broke over it: what is not in it may well be answered. A proxy's 502
 * or 504 tells of neither, and may hide an answer that was charged.
 */
const divisibleStatuses: readonly (number | undefined)[] = [400, 413, 422, 500];

/**
 * Whether the identifiers of a failed fetch are to be sent again in halves, so that the one which spoils it fails
 * alone: only where the call certainly cost nothing, and where less may do better.
 */
export const isDivisible = (error: Error): boolean =>
  error instanceof CallError &&
  error.charged === 'no' &&
  (error instanceof UpstreamFailed || error instanceof BadUpstreamRequest) &&
  divisibleStatuses.includes(error.status);

/**
 * Whether failures of both halves may be two faults among the identifiers: a request that is refused tells of one, but
 * an upstream that breaks on either half is rather down.
 */
export const maybeTwoFaults = (error: Error): boolean => error instanceof BadUpstreamRequest;

export function halves(chunk: Chunk): readonly [Chunk, Chunk] {
  const middle = Math.ceil(chunk.length / 2);
  return [chunk.slice(0, middle), chunk.slice(middle)];
}
