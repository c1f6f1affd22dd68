import type { CombinedError } from '@urql/core';
import type { GraphError, Receipt } from '../../sdk/errors.ts';

/** Why there is no data; each has a sentence that says what to do. */
export type FailureReason = 'signed-out' | 'forbidden' | 'over-budget' | 'missing' | 'offline' | 'failed';

export interface Failure {
  readonly reason: FailureReason;
  /** The graph's own sentence. */
  readonly message: string;
}

/** What is known of an operation: nothing yet, its data, or why there is none. */
export type Outcome<Data> =
  | { readonly kind: 'loading' }
  | {
      readonly kind: 'done';
      readonly data: Data;
      /** Why members of the data are null, each with its path. */
      readonly errors: readonly GraphError[];
      /** Absent where the answer came from memory. */
      readonly receipt: Receipt | undefined;
    }
  | { readonly kind: 'failed'; readonly failure: Failure };

const reasons: Readonly<Record<string, FailureReason>> = {
  UNAUTHENTICATED: 'signed-out',
  FORBIDDEN: 'forbidden',
  CREDIT_BUDGET: 'over-budget',
  CREDIT_LIMIT: 'over-budget',
  CREDIT_PURSE: 'over-budget',
  ID_UNKNOWN: 'missing',
  NOT_FOUND: 'missing',
};

/** The reason that a problem's or error's code stands for. */
export const reasonOf = (code: string | undefined): FailureReason => reasons[code ?? ''] ?? 'failed';

/** The errors of an answer, as the graph sent them. */
export const errorsOf = (error: CombinedError | undefined): readonly GraphError[] =>
  (error?.graphQLErrors ?? []).map(({ message, path, extensions: { code } }) => ({
    message,
    ...(path && { path }),
    ...(typeof code === 'string' && { extensions: { code } }),
  }));

/** Why a member is not there: the operation failed, or the member is null and an error says why. */
export const failureAt = <Data>(outcome: Outcome<Data>, member: keyof Data): Failure | undefined => {
  if (outcome.kind === 'failed') return outcome.failure;
  if (outcome.kind === 'loading' || outcome.data[member] !== null) return undefined;
  const found = outcome.errors.find(({ path }) => path?.[0] === member);
  return found && { reason: reasonOf(found.extensions?.code), message: found.message };
};

/** Why an operation has no data. */
export const failureOf = (error: CombinedError | undefined): Failure => {
  const [first] = errorsOf(error);
  if (first) return { reason: reasonOf(first.extensions?.code), message: first.message };
  const status: unknown = error?.response?.status;
  if (status === 401) return { reason: 'signed-out', message: '' };
  return { reason: error?.networkError ? 'offline' : 'failed', message: error?.networkError?.message ?? '' };
};
