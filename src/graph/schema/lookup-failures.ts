import { type CallError, CreditLimitReached } from '../../client/errors.ts';
import type { Identifier } from '../cache/record-key.ts';
import { BudgetReached } from '../credits/budget-reached.ts';
import { builder } from './builder.ts';

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

/** The argument by which each kind of identifier is given. */
const spelled: Readonly<Record<Identifier['kind'], string>> = {
  ids: 'id',
  xnet_names: 'xnetName',
  xnet_ids: 'xnetId',
  xnet_entity_ids: 'xnetEntityId',
};

// The ways in which a look-up has no record, as types; shared by people and companies.

export const NotFoundType = builder.objectRef<NotFound>('NotFound').implement({
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

const CreditLimitScope = builder.enumType('CreditLimitScope', {
  description: 'Whose limit was reached.',
  values: {
    BUDGET: { description: 'The operation’s own budget; the header `x-credit-budget` sets another.' },
    ALLOWANCE: { description: 'The team’s credit allowance, as the upstream answered with 402.' },
  },
});

export const CreditLimit = builder.objectRef<Failure<CreditLimitReached | BudgetReached>>('CreditLimit').implement({
  description: 'A limit to the credits that may be spent is reached; nothing was charged for this.',
  fields: (t) => ({
    message: t.string({ description: 'What happened, as a sentence.', resolve: ({ reason }) => reason.message }),
    scope: t.field({
      type: CreditLimitScope,
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

export const UpstreamFailed = builder.objectRef<Failure>('UpstreamFailed').implement({
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

export const isCreditLimit = (outcome: unknown): outcome is Failure<CreditLimitReached | BudgetReached> =>
  outcome instanceof Failure &&
  (outcome.reason instanceof CreditLimitReached || outcome.reason instanceof BudgetReached);
