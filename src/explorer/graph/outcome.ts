import type { GraphError, KithError, Receipt } from '../../sdk/errors.ts';
import { capitalized } from '../format.ts';

/** The reason for missing data. Each has a sentence in `sentences.ts` with a remedy. */
export type FailureReason =
  | 'signed-out'
  | 'forbidden'
  | 'priced'
  | 'over-budget'
  | 'allowance'
  | 'missing'
  | 'offline'
  | 'failed';

export interface Failure {
  readonly reason: FailureReason;
  /** The graph's message, without names of its API. */
  readonly message: string;
}

/** The result of an operation: data, or a failure. */
export type Outcome<Data> =
  | {
      readonly kind: 'done';
      readonly data: Data;
      /** Errors for members of the data that are null, each with its path. */
      readonly errors: readonly GraphError[];
      readonly receipt: Receipt | undefined;
    }
  | { readonly kind: 'failed'; readonly failure: Failure };

const reasons: Readonly<Record<string, FailureReason>> = {
  UNAUTHENTICATED: 'signed-out',
  FORBIDDEN: 'forbidden',
  // A free operation that needs credits: it was sent without a budget.
  CREDIT_BUDGET: 'priced',
  CREDIT_LIMIT: 'allowance',
  CREDIT_PURSE: 'over-budget',
  ID_UNKNOWN: 'missing',
  NOT_FOUND: 'missing',
};

/** Maps the code of a problem or error to a reason. */
export const reasonOf = (code: string | undefined): FailureReason => reasons[code ?? ''] ?? 'failed';

/** Converts a problem or error to a failure. */
export const failureFrom = (code: string | undefined, message: string): Failure => ({
  reason: reasonOf(code),
  message: readable(message),
});

/** The failure of a top-level member, from the first error whose path begins with it. */
export const failureAt = (errors: readonly GraphError[], member: PropertyKey): Failure | undefined => {
  const found = errors.find(({ path }) => path?.[0] === member);
  return found && failureFrom(found.extensions?.code, found.message);
};

/** The failure of a whole operation. */
export const failureOf = ({ errors: [first], status, message }: KithError): Failure => {
  if (first) return failureFrom(first.extensions?.code, first.message);
  if (status === 401) return { reason: 'signed-out', message: '' };
  return status === undefined ? { reason: 'offline', message: '' } : { reason: 'failed', message };
};

/** Names of operations and fields at the beginning or end of the graph's messages. */
const apiWords: readonly (readonly [RegExp, string])[] = [
  [/^[a-z]+[A-Z]\w*: /, ''],
  [/ \((?:addConnectors|mapNetwork|x-[\w-]+|[a-z]+[A-Z]\w+)\)/g, ''],
  [/the data service refused the request with \d+\. /i, ''],
  [/\bmapping_company_website\b:?/g, 'The website'],
  [/; the header x-credit-budget sets another one/, ''],
];

/** Removes names of the API from a message of the graph, for readers who do not know them. */
export const readable = (message: string): string => {
  return capitalized(apiWords.reduce((text, [pattern, to]) => text.replace(pattern, to), message).trim());
};
