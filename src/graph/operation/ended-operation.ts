import type { ExecutionResult } from 'graphql';
import type { Operation } from '../scope/operation.ts';
import type { AdmittedOperation } from './operation-limits.ts';
import type { PreparedOperation } from './prepared-operation.ts';

/** An operation that has ended, over any transport. */
export interface EndedOperation {
  /** When it began, in milliseconds (`performance.now`). */
  readonly began: number;
  /** Undefined if the document was refused, or is invalid. */
  readonly prepared: PreparedOperation | undefined;
  /** Undefined if the request failed before its context was made. */
  readonly operation?: Operation | undefined;
  /** Undefined for an operation that was not admitted, or a stream that failed. */
  readonly admitted?: AdmittedOperation | undefined;
  readonly result: { readonly data?: ExecutionResult['data']; readonly errors?: readonly Error[] | undefined };
  /** For a subscription: one event, or the whole stream. */
  readonly part?: 'event' | 'stream' | undefined;
  /** Reads the request's headers; set if the request was refused. */
  readonly header?: ((name: string) => string | null | undefined) | undefined;
}
