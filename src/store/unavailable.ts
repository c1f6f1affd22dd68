import { ConnectionLost } from './engine/connection-lost.ts';

/** Why a store is unavailable: it does not answer, has no space left, is overloaded, or accepts no writes. */
export type Unavailable = 'no-answer' | 'no-space' | 'overloaded' | 'read-only';

const reasons: readonly (readonly [RegExp, Unavailable])[] = [
  [/^(?:53100|ENOSPC|EDQUOT)$/, 'no-space'],
  [/^(?:25006|EROFS)$/, 'read-only'],
  [/^53\w{3}$/, 'overloaded'],
  [/^(?:ECONN\w+|ENOTFOUND|ETIMEDOUT|EPIPE|08\w{3}|57\w{3})$/, 'no-answer'],
];

/**
 * Derived from the system's error code or PostgreSQL's (classes 08, 53 and 57, and 25006); undefined for other errors.
 */
export function whyUnavailable(error: unknown): Unavailable | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const reason = reasons.find(([codes]) => codes.test(code))?.[1];
  if (reason !== undefined || error.cause === undefined) return reason ?? whyLost(error);
  return whyUnavailable(error.cause) ?? whyLost(error);
}

const whyLost = (error: Error): Unavailable | undefined => (error instanceof ConnectionLost ? 'no-answer' : undefined);
