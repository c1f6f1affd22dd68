import { creditUsage } from '../../contract/operation/credits.ts';
import { builder } from './builder.ts';

interface CreditUsage {
  readonly usage: number;
}

const Credits = builder.objectRef<CreditUsage>('Credits').implement({
  description: 'The team’s credits, as far as the interface shows them.',
  fields: (t) => ({
    usage: t.field({
      type: 'Int',
      nullable: false,
      description: 'Credits that the team has used in the current billing period, its child teams’ included.',
      resolve: ({ usage }) => usage,
    }),
  }),
});

builder.queryField('credits', (t) =>
  t.field({
    type: Credits,
    description: 'The team’s credit usage. Free; read beside paid fields, it may or may not count them.',
    resolve: async (_root, _args, { operation }) =>
      (await operation.scope().call(creditUsage, undefined, { signal: operation.signal })).body,
  }),
);
