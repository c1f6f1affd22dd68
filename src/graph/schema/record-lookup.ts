import type { GraphQLResolveInfo } from 'graphql';
import { CallError, CreditLimitReached, Forbidden, Unauthenticated } from '../../client/errors.ts';
import type { FetchedRecord, Identifier } from '../cache/record-key.ts';
import { BudgetReached } from '../credits/budget-reached.ts';
import { PaymentRequired } from '../credits/payment-required.ts';
import type { RecordLoader } from '../loaders/record-loader.ts';
import { priceRecord } from '../operation/price-record.ts';
import { RecordReference } from '../operation/record-reference.ts';
import { requiredBelow } from '../operation/required-members.ts';
import type { Scope } from '../operation/scope.ts';
import type { Builder } from './builder.ts';

/** The upstream knows no record by that identifier. */
export class NotFound {
  readonly identifier: Identifier;
  constructor(identifier: Identifier) {
    this.identifier = identifier;
  }
}

/** Why there is no record, as a value: GraphQL would take an Error itself for one that was thrown. */
export class Failure<Reason extends CallError | BudgetReached = CallError> {
  readonly reason: Reason;
  constructor(reason: Reason) {
    this.reason = reason;
  }
}

/** A look-up's outcome: the record, or why there is none. */
export type Outcome<Fetched extends FetchedRecord> =
  | RecordReference<Fetched>
  | NotFound
  | Failure
  | Failure<BudgetReached>;

/**
 * Looks a record up by one identifier. It is fetched, and paid for, if what is selected needs it; otherwise a free
 * search tells whether there is one. Failures are outcomes, so that one never takes its neighbours along.
 */
export async function lookUp<Fetched extends FetchedRecord>(
  scope: Scope,
  loader: RecordLoader<Fetched>,
  identifier: Identifier,
  info: GraphQLResolveInfo,
): Promise<Outcome<Fetched>> {
  const reference = new RecordReference(scope, loader, [identifier]);
  try {
    // A slug is no searchable field that the interface names, so only a uuid can be checked for free.
    const free =
      identifier.kind === 'ids' && reference.covers(requiredBelow(loader.kind.typeName, info.fieldNodes, info));
    if (free) return (await loader.existence.exists(identifier.value)) ? reference : new NotFound(identifier);
    const record = await loader.load([identifier]);
    if (!record) return new NotFound(identifier);
    reference.take(record);
    return reference;
  } catch (error) {
    if (error instanceof PaymentRequired)
      return (await priceRecord(reference, info)) ? reference : new NotFound(identifier);
    if (error instanceof BudgetReached) return new Failure(error);
    // A refused key is the whole request's error, not this record's.
    if (error instanceof Unauthenticated || error instanceof Forbidden || !(error instanceof CallError)) throw error;
    return new Failure(error);
  }
}

/** The argument by which each kind of identifier is given. */
const spelled: Readonly<Record<Identifier['kind'], string>> = {
  ids: 'id',
  xnet_names: 'xnetName',
  xnet_ids: 'xnetId',
  xnet_entity_ids: 'xnetEntityId',
};

/** The ways in which a look-up has no record, as types; shared by people and companies. */
export function addLookupFailures(builder: Builder) {
  const notFound = builder.objectRef<NotFound>('NotFound').implement({
    description: 'The upstream has no record of that name; nothing was charged.',
    fields: (t) => ({
      by: t.string({ description: 'The kind of identifier.', resolve: ({ identifier }) => spelled[identifier.kind] }),
      identifier: t.string({ description: 'The identifier as given.', resolve: ({ identifier }) => identifier.value }),
      message: t.string({
        description: 'The same as a sentence.',
        resolve: ({ identifier }) => `No record has the ${spelled[identifier.kind]} “${identifier.value}”.`,
      }),
    }),
  });
  const creditLimitScope = builder.enumType('CreditLimitScope', {
    description: 'Whose limit was reached.',
    values: {
      BUDGET: { description: 'The operation’s own budget; the header `x-credit-budget` sets another.' },
      ALLOWANCE: { description: 'The team’s credit allowance, as the upstream answered with 402.' },
    },
  });
  const creditLimit = builder.objectRef<Failure<CreditLimitReached | BudgetReached>>('CreditLimit').implement({
    description: 'A limit to the credits that may be spent is reached; nothing was charged for this.',
    fields: (t) => ({
      message: t.string({ description: 'What happened, as a sentence.', resolve: ({ reason }) => reason.message }),
      scope: t.field({
        type: creditLimitScope,
        description: 'Whose limit it is: the operation’s, or the team’s.',
        resolve: ({ reason }) => (reason instanceof BudgetReached ? 'BUDGET' : 'ALLOWANCE'),
      }),
      enableOveragesUrl: t.string({
        description: 'Where overages can be enabled, if the upstream says.',
        resolve: ({ reason }) => (reason instanceof BudgetReached ? null : reason.resolution?.enableOverages),
      }),
      upgradePlanUrl: t.string({
        description: 'Where the plan can be upgraded, if the upstream says.',
        resolve: ({ reason }) => (reason instanceof BudgetReached ? null : reason.resolution?.upgradePlan),
      }),
    }),
  });
  const upstreamFailed = builder.objectRef<Failure>('UpstreamFailed').implement({
    description: 'The upstream could not answer for this; what it answered for others is still there.',
    fields: (t) => ({
      message: t.string({ description: 'What happened, as a sentence.', resolve: ({ reason }) => reason.message }),
      code: t.string({
        description: 'A stable code, such as `UPSTREAM_TIMEOUT`.',
        resolve: ({ reason }) => reason.code,
      }),
      maybeCharged: t.boolean({
        description: 'Whether the failed call may have been charged all the same.',
        resolve: ({ reason }) => reason.charged === 'maybe',
      }),
    }),
  });
  return { notFound, creditLimit, upstreamFailed };
}

export const isCreditLimit = (outcome: unknown): outcome is Failure<CreditLimitReached | BudgetReached> =>
  outcome instanceof Failure &&
  (outcome.reason instanceof CreditLimitReached || outcome.reason instanceof BudgetReached);

/** The name of an outcome's type. */
export function outcomeType(outcome: unknown, found: 'Profile' | 'Company'): string {
  if (outcome instanceof RecordReference) return found;
  if (outcome instanceof NotFound) return 'NotFound';
  return isCreditLimit(outcome) ? 'CreditLimit' : 'UpstreamFailed';
}
