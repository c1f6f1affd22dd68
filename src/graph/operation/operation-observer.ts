import type { Price } from '../credits/price-estimate.ts';
import type { Operation } from '../scope/operation.ts';
import type { EndedOperation } from './ended-operation.ts';
import type { AdmittedOperation } from './operation-limits.ts';

/** Receives ended and quoted operations, for metrics, logs and traces. */
export interface OperationObserver {
  ended(ended: EndedOperation): void;
  quoted(price: Price, operation: Operation, admitted: AdmittedOperation): void;
}
