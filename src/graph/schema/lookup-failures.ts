import type { CallFailed, NotFound, OutOfCredits } from '../scope/lookup-failures.ts';
import { builder } from './builder.ts';
import { ProblemType } from './problem.ts';

const IdentifierKind = builder.enumType('IdentifierKind', {
  description: 'A kind of identifier for looking up a record.',
  values: {
    ID: { value: 'ids', description: 'The record’s own id, a uuid.' },
    XNET_SLUG: { value: 'xnet_names', description: 'The slug on the external network, even if a URL was given.' },
    XNET_ID: { value: 'xnet_ids', description: 'The numeric id on the external network.' },
    XNET_ENTITY_ID: { value: 'xnet_entity_ids', description: 'The alphanumeric entity id on the external network.' },
    WEBSITE: { value: 'website', description: 'The company’s website, as it was given.' },
    CONNECTOR_ID: { value: 'connector', description: 'A connector’s own id, a uuid.' },
  },
});

// The failures of a look-up as object types, shared by people and companies.

export const NotFoundType = builder.objectRef<NotFound>('NotFound').implement({
  description: 'The data service has no record with this identifier; nothing was charged.',
  interfaces: [ProblemType],
  fields: (t) => ({
    by: t.field({
      type: IdentifierKind,
      nullable: false,
      description: 'The kind of identifier that was given.',
      resolve: ({ identifier }) => identifier.kind,
    }),
    identifier: t.string({
      nullable: false,
      description: 'The identifier as given, such as `ada-lovelace`; for a URL, the slug in it.',
      resolve: ({ identifier }) => identifier.value,
    }),
  }),
});

const CreditLimitScope = builder.enumType('CreditLimitScope', {
  description: 'Which credit limit was reached.',
  values: {
    BUDGET: { description: 'The operation’s own budget; the header `x-credit-budget` changes it.' },
    PURSE: {
      description:
        'A purse, which limits what a session, key or child team spends over time: too little is left, or it cannot reserve a payment at the moment.',
    },
    ALLOWANCE: { description: 'The team’s credit allowance: the data service answered 402.' },
    OTHER: { description: 'Another limit, which `message` describes.' },
  },
});

export const CreditLimit = builder.objectRef<OutOfCredits>('CreditLimit').implement({
  description: 'A credit limit was reached, so the record or result was not paid for.',
  interfaces: [ProblemType],
  fields: (t) => ({
    scope: t.expose('scope', {
      type: CreditLimitScope,
      nullable: false,
      description: 'Which limit was reached: the operation’s, a purse’s, or the team’s.',
    }),
    enableOveragesUrl: t.string({
      description:
        'The URL of the page for allowing overages, such as `https://app.example/billing`; null if the data service names none.',
      resolve: ({ resolution }) => resolution?.enableOverages,
    }),
    upgradePlanUrl: t.string({
      description:
        'The URL of the page for upgrading the plan, such as `https://app.example/plans`; null if the data service names none.',
      resolve: ({ resolution }) => resolution?.upgradePlan,
    }),
  }),
});

export const UpstreamFailed = builder.objectRef<CallFailed>('UpstreamFailed').implement({
  description: 'The data service failed for this item; the results for other items are not affected.',
  interfaces: [ProblemType],
  fields: (t) => ({
    maybeCharged: t.boolean({
      nullable: false,
      description: 'Whether the failed call may have been charged, because its response was lost.',
      resolve: ({ reason }) => reason.charged === 'maybe',
    }),
  }),
});
