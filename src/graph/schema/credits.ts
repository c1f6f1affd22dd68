import { creditUsage } from '../../contract/operation/credits.ts';
import { builder } from './builder.ts';

interface CreditUsage {
  readonly usage: number;
  readonly allowanceUsedUp: boolean;
}

const Credits = builder.objectRef<CreditUsage>('Credits').implement({
  description: 'The team’s credits, as far as the data service shows them.',
  fields: (t) => ({
    usage: t.expose('usage', {
      type: 'Int',
      nullable: false,
      description: 'Credits that the team and its child teams have used in the current billing period.',
    }),
    allowanceUsedUp: t.exposeBoolean('allowanceUsedUp', {
      nullable: false,
      description:
        'Whether the data service refused a payment because the team’s allowance is used up; remembered for ten minutes or until a payment succeeds.',
    }),
  }),
});

builder.queryField('credits', (t) =>
  t.field({
    type: Credits,
    description:
      'The team’s credit usage. Free. If the same operation also selects paid fields, their cost may or may not be included.',
    resolve: async (_root, _args, { operation }) => {
      const { body } = await operation.scope().call(creditUsage, undefined, { signal: operation.signal });
      const { services, apiKey } = operation;
      return { ...body, allowanceUsedUp: apiKey !== undefined && services.allowances.isUsedUp(apiKey) };
    },
  }),
);
