import { invalidHeader } from '../errors.ts';
import { budgetHeader } from './budget-reached.ts';

/** The header by which a caller says how many seconds old a record may be; 0 reads anew. */
const maxAgeHeader = 'x-kith-max-age';

/** The header by which a caller asks for more in `extensions`; `upstream` is the one value. */
const traceHeader = 'x-kith-trace';

/** The header by which an agent’s session asks for an approval (`ask`, at `POST /quote`), or names the one by which it spends. */
const approvalHeader = 'x-kith-approval';

/** What an operation may spend unless its caller says otherwise, and the most that a caller can allow it. */
export interface BudgetLimits {
  readonly default: number;
  readonly max: number;
}

/** How an operation runs, as its caller asked. */
export interface RequestOptions {
  /** Credits that it may spend. */
  readonly budget: number;
  /** How old a cached record may be; undefined: as old as the cache keeps them. */
  readonly maxAgeMs: number | undefined;
  /** Lists the upstream's calls in `extensions.upstream`. */
  readonly trace: boolean;
  /** `ask`, or the id of the approval by which it spends. */
  readonly approval: string | undefined;
}

/**
 * Reads the options from headers, or from what stands for them.
 *
 * @throws a BAD_USER_INPUT error for one that is not what it must be
 */
export function requestOptionsOf(
  header: (name: string) => string | null | undefined,
  limits: BudgetLimits,
): RequestOptions {
  const budget = header(budgetHeader);
  const maxAge = header(maxAgeHeader);
  return {
    budget: budget ? whole(budgetHeader, budget, limits.max) : limits.default,
    maxAgeMs: maxAge ? whole(maxAgeHeader, maxAge, 86_400) * 1000 : undefined,
    trace: header(traceHeader) === 'upstream',
    approval: approvalIn(header),
  };
}

/** What an operation’s headers say of an approval. */
export const approvalIn = (header: (name: string) => string | null | undefined): string | undefined =>
  header(approvalHeader) || undefined;

function whole(header: string, text: string, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value <= most) return value;
  throw invalidHeader(header, `must be a whole number between 0 and ${most}, but got “${text}”.`);
}
