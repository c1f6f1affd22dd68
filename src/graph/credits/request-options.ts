import { childTeamHeader, idempotencyKeyHeader } from '../../contract/headers.ts';
import { childTeamByHeader, invalidHeader } from '../errors.ts';
import { budgetHeader } from './spending-refused.ts';

/** Request header with the maximum age of cached and kept records, in seconds; 0 bypasses both. */
const maxAgeHeader = 'x-kith-max-age';

/** 90 days, the longest that records are kept. */
const maxAgeSeconds = 7_776_000;

/** Request header that adds a trace to `extensions`; its only value is `upstream`. */
const traceHeader = 'x-kith-trace';

/**
 * Request header by which an agent’s session requests an approval (`ask`, at `POST /quote`), or names the one to use.
 */
const approvalHeader = 'x-kith-approval';

/** Request header with the purpose of an operation, percent-encoded. Agents send it when they request an approval. */
const purposeHeader = 'x-kith-approval-purpose';

/** Maximum length of a purpose, in characters. */
const maxPurpose = 200;

/** Default budget of an operation, and the maximum that a caller can set; in credits. */
export interface BudgetLimits {
  readonly default: number;
  readonly max: number;
}

/** Options of an operation, from the caller's headers. */
export interface RequestOptions {
  /** Budget, in credits. */
  readonly budget: number;
  /** The largest budget that the caller could have set. */
  readonly maxBudget: number;
  /** Whether the caller has set the budget. */
  readonly isBudgetGiven: boolean;
  /** Maximum age of cached records; undefined for no limit beyond the cache's own. */
  readonly maxAgeMs: number | undefined;
  /** Whether to list upstream calls in `extensions.upstream`. */
  readonly trace: boolean;
  /** `ask`, or the id of the approval to use. */
  readonly approval: string | undefined;
  /** The purpose of the operation, as stated by the agent that requests an approval. */
  readonly purpose: string | undefined;
  /**
   * The caller's key for repeats of this operation: a data service that charges once per key then charges a repeated
   * fetch once, even if this process ended in between.
   */
  readonly idempotencyKey: string | undefined;
}

/**
 * Parses the options from headers, or from a transport's substitute for them.
 *
 * @throws a BAD_USER_INPUT error if a header is invalid, or names a child team
 */
export function requestOptionsOf(
  header: (name: string) => string | null | undefined,
  limits: BudgetLimits,
): RequestOptions {
  const budget = header(budgetHeader);
  const maxAge = header(maxAgeHeader);
  if (header(childTeamHeader)) throw childTeamByHeader();
  return {
    budget: budget ? whole(budgetHeader, budget, limits.max) : limits.default,
    maxBudget: limits.max,
    isBudgetGiven: Boolean(budget),
    maxAgeMs: maxAge ? whole(maxAgeHeader, maxAge, maxAgeSeconds) * 1000 : undefined,
    trace: header(traceHeader) === 'upstream',
    approval: approvalIn(header),
    purpose: purposeIn(header(purposeHeader)),
    idempotencyKey: keyIn(header(idempotencyKeyHeader)),
  };
}

function keyIn(text: string | null | undefined): string | undefined {
  if (!text) return undefined;
  if (/^[\x21-\x7e]{1,255}$/.test(text)) return text;
  throw invalidHeader(idempotencyKeyHeader, 'must be 1 to 255 visible ASCII characters without spaces.');
}

/** Removes invisible characters from a purpose; undefined if it is not percent-encoded text. */
function purposeIn(text: string | null | undefined): string | undefined {
  if (!text) return undefined;
  try {
    const seen = decodeURIComponent(text).replaceAll(/\p{C}|\p{Default_Ignorable_Code_Point}|[\u2028\u2029]/gu, '');
    return [...seen].slice(0, maxPurpose).join('') || undefined;
  } catch {
    return undefined;
  }
}

/** The value of the approval header, if any. */
export const approvalIn = (header: (name: string) => string | null | undefined): string | undefined =>
  header(approvalHeader) || undefined;

function whole(header: string, text: string, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value <= most) return value;
  const shown = text.length > 40 ? `${text.slice(0, 40)}…` : text;
  throw invalidHeader(header, `must be a whole number between 0 and ${most}, but got “${shown}”.`);
}
