import { SpendingRefused } from './spending-refused.ts';

/** The header by which a caller sets an operation's budget. */
export const budgetHeader = 'x-credit-budget';

/** The operation's own budget does not allow a load; nothing was sent and nothing charged for it. */
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
