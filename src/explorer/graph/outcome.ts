import type { GraphError, KithError, Receipt } from '../../sdk/errors.ts';

/** Why there is no data; each has a sentence that says what to do. */
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
  /** The graph's own sentence, in the reader's words. */
  readonly message: string;
}

/** The result of an operation: its data, or why there is none. */
export type Outcome<Data> =
  | {
      readonly kind: 'done';
      readonly data: Data;
      /** Why members of the data are null, each with its path. */
      readonly errors: readonly GraphError[];
      readonly receipt: Receipt | undefined;
    }
  | { readonly kind: 'failed'; readonly failure: Failure };

const reasons: Readonly<Record<string, FailureReason>> = {
  UNAUTHENTICATED: 'signed-out',
  FORBIDDEN: 'forbidden',
  // What is free does not tell; the operation brought no budget for more.
  CREDIT_BUDGET: 'priced',
  CREDIT_LIMIT: 'allowance',
  CREDIT_PURSE: 'over-budget',
  ID_UNKNOWN: 'missing',
  NOT_FOUND: 'missing',
};

/** The reason that a problem's or error's code stands for. */
export const reasonOf = (code: string | undefined): FailureReason => reasons[code ?? ''] ?? 'failed';

/** A problem or error as a failure. */
export const failureFrom = (code: string | undefined, message: string): Failure => ({
  reason: reasonOf(code),
  message: readable(message),
});

/** Why a member is not there: an error of the answer names it, or one of its members. */
export const failureAt = (errors: readonly GraphError[], member: PropertyKey): Failure | undefined => {
  const found = errors.find(({ path }) => path?.[0] === member);
  return found && failureFrom(found.extensions?.code, found.message);
};

/** Why an operation has no data. */
export const failureOf = ({ errors: [first], status, message }: KithError): Failure => {
  if (first) return failureFrom(first.extensions?.code, first.message);
  if (status === 401) return { reason: 'signed-out', message: '' };
  return status === undefined ? { reason: 'offline', message: '' } : { reason: 'failed', message };
};

/** Names of operations and fields, which sentences of the graph begin or end with. */
const apiWords: readonly (readonly [RegExp, string])[] = [
  [/^[a-z]+[A-Z]\w*: /, ''],
  [/ \((?:addConnectors|mapNetwork|x-[\w-]+|[a-z]+[A-Z]\w+)\)/g, ''],
  [/the data service refused the request with \d+\. /i, ''],
  [/\bmapping_company_website\b:?/g, 'The website'],
  [/; the header x-credit-budget sets another one/, ''],
];

/** A sentence of the graph without names of its API, for people who never see that. */
export const readable = (message: string): string => {
  const plain = apiWords.reduce((text, [pattern, to]) => text.replace(pattern, to), message).trim();
  return plain.charAt(0).toLocaleUpperCase() + plain.slice(1);
};
