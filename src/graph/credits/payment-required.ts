import type { Operation } from '../../contract/operation/operation.ts';

/** What a quote meets in the place of something that costs: it is not bought, only priced. Never seen by a caller. */
export class PaymentRequired extends Error {
  readonly operation: Operation;

  constructor(operation: Operation) {
    super(`${operation.name} costs credits, and a quote spends none.`);
    this.operation = operation;
  }
}
