import type { Operation } from '../../contract/operation/operation.ts';

/** Thrown during a quote in place of a call that costs credits. Internal: callers never see it. */
export class PaymentRequired extends Error {
  readonly operation: Operation;

  constructor(operation: Operation) {
    super(`${operation.name} costs credits, and a quote spends none.`);
    this.operation = operation;
  }
}
