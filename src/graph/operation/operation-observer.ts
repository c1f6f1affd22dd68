import type { Span } from '@opentelemetry/api';
import type { Price } from '../credits/price-estimate.ts';
import type { Operation } from '../scope/operation.ts';
import type { EndedOperation } from './ended-operation.ts';
import type { Limit } from './limit-error.ts';
import type { AdmittedOperation } from './operation-limits.ts';

/** Receives each operation and refusal, for metrics, logs and traces. */
export interface OperationObserver {
  /** Whether upstream calls are needed; operations trace their calls only then. */
  readonly recordsCalls: boolean;
  /** Starts the span of an operation, in the trace that the request's headers name. */
  begin(header: (name: string) => string | null | undefined, began: number): Span | undefined;
  ended(ended: EndedOperation): void;
  quoted(price: Price, operation: Operation, admitted: AdmittedOperation): void;
  /**
   * A request was refused before there was an operation.
   *
   * @param limit distinguishes limits that share a code
   */
  refused(code: string, limit?: Limit): void;
}
