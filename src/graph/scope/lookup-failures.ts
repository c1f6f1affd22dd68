import { CallError, CreditLimitReached, Forbidden, type Resolution, Unauthenticated } from '../../client/errors.ts';
import type { Identifier } from '../cache/record-key.ts';
import { SpendingRefused } from '../credits/spending-refused.ts';
import { explained } from '../errors.ts';
import { type Problem, type ProblemCode, problemCode } from './problem.ts';

/** The upstream has no record with that identifier. */
export class NotFound implements Problem {
  readonly typeName = 'NotFound';
  readonly code = 'NOT_FOUND';
  /** A record's identifier, a company's website, or a connector's own id. */
  readonly identifier: { readonly kind: Identifier['kind'] | 'website' | 'connector'; readonly value: string };
  readonly message: string;
  constructor(
    identifier: NotFound['identifier'],
    message = `No record has the ${spelled[identifier.kind]} “${identifier.value}”.`,
  ) {
    this.identifier = identifier;
    this.message = message;
  }
}

/** A credit limit is reached: the budget, a purse or the team's allowance. */
export class OutOfCredits implements Problem {
  readonly typeName = 'CreditLimit';
  readonly reason: CreditLimitReached | SpendingRefused;
  constructor(reason: CreditLimitReached | SpendingRefused) {
    this.reason = reason;
  }

  get message(): string {
    return this.reason.message;
  }
  get code(): ProblemCode {
    return this.reason instanceof SpendingRefused ? problemCode(this.reason.extensions.code) : 'CREDIT_LIMIT';
  }
  get scope(): 'BUDGET' | 'PURSE' | 'ALLOWANCE' {
    return this.reason instanceof SpendingRefused ? this.reason.scope : 'ALLOWANCE';
  }
  get resolution(): Resolution | undefined {
    return this.reason instanceof SpendingRefused ? undefined : this.reason.resolution;
  }
}

/** A failed upstream call, as the outcome of one record or result. */
export class CallFailed implements Problem {
  readonly typeName = 'UpstreamFailed';
  readonly reason: CallError;
  constructor(reason: CallError) {
    this.reason = reason;
  }

  get message(): string {
    return explained(this.reason);
  }
  get code(): ProblemCode {
    return problemCode(this.reason.code);
  }
}

export type Failure = OutOfCredits | CallFailed;

export const isFailure = (outcome: unknown): outcome is Failure =>
  outcome instanceof OutOfCredits || outcome instanceof CallFailed;

/**
 * Converts an error to the outcome of one record or result.
 *
 * @throws the error itself if it concerns the whole request, such as a refused key, or is unexpected
 */
export function failureOf(error: unknown): Failure {
  if (error instanceof SpendingRefused || error instanceof CreditLimitReached) return new OutOfCredits(error);
  if (error instanceof Unauthenticated || error instanceof Forbidden || !(error instanceof CallError)) throw error;
  return new CallFailed(error);
}

/** How messages name each kind of identifier: the argument that takes it. */
export const spelled: Readonly<Record<NotFound['identifier']['kind'], string>> = {
  connector: 'connector id',
  website: 'website',
  ids: 'id',
  xnet_names: 'xnetSlug',
  xnet_ids: 'xnetId',
  xnet_entity_ids: 'xnetEntityId',
};
