import type { Operation } from '../../contract/operation/operation.ts';
import { priceOf } from '../../contract/price.ts';

/** What one operation was charged, as the upstream's prices say; printed in `extensions.credits`. */
export class Receipt {
  #charged = 0;

  /** Books an answer that holds `results` results. */
  charge(operation: Operation, results: number): void {
    this.#charged += priceOf(operation.price, results);
  }

  get charged(): number {
    return this.#charged;
  }
}
