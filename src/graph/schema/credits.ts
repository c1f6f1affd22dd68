import { creditUsage } from '../../contract/operation/credits.ts';
import type { Builder } from './builder.ts';

interface Credits {
  readonly usage: number;
}

export function addCredits(builder: Builder) {
  const credits = builder.objectRef<Credits>('Credits').implement({
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
      type: credits,
      description: 'Credit usage; free. Read beside paid fields, it may or may not count them.',
      resolve: async (_root, _args, { operation }) => (await operation.scope().call(creditUsage, undefined)).body,
    }),
  );
}
