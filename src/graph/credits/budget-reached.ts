import { SpendingRefused } from './spending-refused.ts';

/** Request header that sets an operation's budget. */
export const budgetHeader = 'x-credit-budget';

/** The operation's budget does not cover a load. Nothing was sent or charged. */
export class BudgetReached extends SpendingRefused {
  readonly scope = 'BUDGET';
  readonly limit: number;

  constructor(limit: number) {
    super(
      `The operation’s budget of ${limit} ${limit === 1 ? 'credit' : 'credits'} does not allow this; the header ${budgetHeader} sets another one.`,
      { extensions: { code: 'CREDIT_BUDGET', budget: limit } },
    );
    this.limit = limit;
  }
}
