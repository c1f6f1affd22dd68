import type { OperationContext } from '../scope/context.ts';
import type { Operation } from '../scope/operation.ts';
import type { AdmittedOperation } from './operation-limits.ts';
import type { PreparedOperation } from './prepared-operation.ts';

/** An operation that may be executed. */
export interface AdmittedRequest {
  /** When the operation began, in milliseconds (`performance.now`). */
  readonly began: number;
  readonly prepared: PreparedOperation;
  readonly admitted: AdmittedOperation;
  readonly context: OperationContext;
  readonly operation: Operation;
  /** The caller's network address. */
  readonly address: string;
}
