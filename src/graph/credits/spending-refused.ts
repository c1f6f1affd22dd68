import { GraphQLError } from 'graphql';
import type { Operation } from '../../contract/operation/operation.ts';

/** A limit of the graph refused a payment. Nothing was sent or charged. */
export abstract class SpendingRefused extends GraphQLError {
  /** The kind of limit. */
  abstract readonly scope: 'BUDGET' | 'PURSE';
}

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

/** Thrown during a quote in place of calls that cost credits. Internal: callers never see it. */
export class PaymentRequired extends Error {
  readonly operation: Operation;
  /** How many calls or records would have to be paid for. */
  readonly count: number;

  constructor(operation: Operation, count = 1) {
    super(`${operation.name} costs credits, and a quote spends none.`);
    this.operation = operation;
    this.count = count;
  }
}

/**
 * Awaits parallel steps, as `Promise.all`. In a quote, rejects with the total price of all unpaid steps, not with that
 * of the first.
 */
export async function allPaid<Result>(steps: readonly Promise<Result>[]): Promise<readonly Result[]> {
  const settled = await Promise.allSettled(steps);
  const unpaid = settled.flatMap((one) =>
    one.status === 'rejected' && one.reason instanceof PaymentRequired ? [one.reason] : [],
  );
  const [first] = unpaid;
  if (first)
    throw new PaymentRequired(
      first.operation,
      unpaid.reduce((sum, { count }) => sum + count, 0),
    );
  return Promise.all(steps);
}
