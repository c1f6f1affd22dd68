import { creditUsage } from '../../contract/operation/credits.ts';
import { builder } from './builder.ts';

interface CreditUsage {
  readonly usage: number;
}

const Credits = builder.objectRef<CreditUsage>('Credits').implement({
  description: 'The team’s credits, as far as the interface tells of them.',
  fields: (t) => ({
    usage: t.field({
      type: 'SafeInt',
      description: 'Credits consumed in the current billing period.',
      resolve: ({ usage }) => usage,
    }),
  }),
});

builder.queryField('credits', (t) =>
  t.field({
    type: Credits,
    description: 'Credit usage; free. Read beside paid fields, it may or may not count them.',
    resolve: async (_root, _args, { operation }) =>
      (await operation.scope().call(creditUsage, undefined, { signal: operation.signal })).body,
  }),
);
