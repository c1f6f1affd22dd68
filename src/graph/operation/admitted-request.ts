import type { OperationContext } from '../scope/context.ts';
import type { OperationFacts } from './answer-to.ts';
import type { AdmittedOperation } from './operation-limits.ts';

/** An operation that may be executed. */
export interface AdmittedRequest extends OperationFacts {
  readonly admitted: AdmittedOperation;
  readonly context: OperationContext;
}
