import type { Price } from '../credits/price-estimate.ts';
import type { ReceiptLines } from '../credits/receipt.ts';
import type { Operation } from '../scope/operation.ts';
import type { AdmittedOperation } from './operation-limits.ts';

/** What features do to every operation. */
export interface OperationHooks {
  /**
   * Called for the operations of sessions, before anything is paid for; undefined if there is nothing to wait for.
   *
   * @throws if the operation is refused
   */
  readonly admit?: (operation: Operation, admitted: AdmittedOperation) => Promise<void> | undefined;
  /** Returns members to add to a price; undefined if there are none. */
  readonly quote?: (
    price: Price,
    operation: Operation,
    admitted: AdmittedOperation,
  ) => Promise<Partial<Price>> | undefined;
  /** Called with the receipt of each operation that was charged, or whose session has a purse. */
  readonly receipt?: (lines: ReceiptLines, operation: Operation) => void;
}
