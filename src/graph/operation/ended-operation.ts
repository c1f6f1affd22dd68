import { type ExecutionResult, GraphQLError } from 'graphql';
import { CallError } from '../../client/errors.ts';
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

/** `refused`: before execution; `failed`: `data` is null; `partial`: data and errors. */
export type Outcome = 'ok' | 'partial' | 'failed' | 'refused';

export function outcomeOf({ admitted, result: { data, errors = [] } }: EndedOperation): Outcome {
  if (errors.length === 0) return 'ok';
  if (!admitted || data === undefined) return 'refused';
  return data === null ? 'failed' : 'partial';
}

/** An error's code, as the caller sees it. */
export function codeOf(error: Error): string {
  if (!(error instanceof GraphQLError)) return 'INTERNAL_SERVER_ERROR';
  const { extensions, originalError: cause } = error;
  if (typeof extensions.code === 'string') return extensions.code;
  if (cause instanceof CallError) return cause.code;
  if (cause instanceof GraphQLError && typeof cause.extensions.code === 'string') return cause.extensions.code;
  if (cause) return 'INTERNAL_SERVER_ERROR';
  // GraphQL.js sets no code; a syntax error has no nodes.
  return error.nodes ? 'GRAPHQL_VALIDATION_FAILED' : 'GRAPHQL_PARSE_FAILED';
}
