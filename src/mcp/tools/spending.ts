import { Spending } from '../generated/documents.ts';
import { inputs } from '../inputs.ts';
import { graphTool } from '../tool.ts';

export const spending = graphTool({
  name: 'spending',
  description: 'What the purse has left.',
  input: inputs({}),
  price: '0',
  maxTokens: 200,
  freeAlternative: 'It is free.',
  ask: (_, run) =>
    run({
      document: Spending,
      variables: {},
      shape: ({ purse }) => ({ fields: { purse: purse ?? 'none: only the budget of each operation bounds it' } }),
    }),
});
