import { Spending } from '../generated/documents.ts';
import { inputs } from '../inputs.ts';
import { graphTool, prepared } from '../tool.ts';

const input = inputs({});

export const spending = graphTool({
  name: 'spending',
  title: 'Spending',
  description: 'Credits that the team used in this billing period, and what the purse has left.',
  input,
  price: '0',
  freeAlternative: 'It is free.',
  // There is one period, which the answer names, and no grouping.
  gathered: () => ({}),
  ask: () =>
    prepared({
      document: Spending,
      variables: {},
      purpose: 'read the spending',
      isFree: true,
      shape: ({ purse, credits }) => ({
        fields: {
          team_used_in_billing_period: credits?.usage,
          ...(purse && { left: purse.left }),
          ...(credits?.allowanceUsedUp && { allowance_used_up: true }),
          purse: purse ?? 'none: only the budget of each operation bounds it',
          note: `${purse ? `The purse’s spent counts since ${purse.createdAt}; the` : 'The'} team’s, since its billing period began. What each user spent is not known by this session.`,
        },
      }),
    }),
});
