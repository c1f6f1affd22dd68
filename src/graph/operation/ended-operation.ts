import { type ExecutionResult, GraphQLError } from 'graphql';
import { CallError } from '../../client/errors.ts';
import type { Operation } from '../scope/operation.ts';
import type { AdmittedOperation } from './operation-limits.ts';
import type { PreparedOperation } from './prepared-operation.ts';

/** An operation that has ended, whichever transport carried it. */
export interface EndedOperation {
  /** On the clock of `performance`. */
  readonly began: number;
  /** Undefined where the document could not be read, or is invalid. */
  readonly prepared: PreparedOperation | undefined;
  /** Undefined where it did not come as far as that. */
  readonly operation?: Operation | undefined;
  /** Present where it was executed. */
  readonly admitted?: AdmittedOperation | undefined;
  readonly result: { readonly data?: ExecutionResult['data']; readonly errors?: readonly Error[] | undefined };
  /** Of a subscription: one event, or the stream as a whole. */
  readonly part?: 'event' | 'stream' | undefined;
  /** The request's, where there is no operation that has read them. */
  readonly header?: ((name: string) => string | null | undefined) | undefined;
}

/** `refused`: before it ran; `failed`: without data; `partial`: with data and errors. */
export type Outcome = 'ok' | 'partial' | 'failed' | 'refused';

export function outcomeOf({ admitted, result: { data, errors = [] } }: EndedOperation): Outcome {
  if (errors.length === 0) return 'ok';
  if (!admitted || data === undefined) return 'refused';
  return data === null ? 'failed' : 'partial';
}

/** An error’s code, as its caller sees it. */
export function codeOf(error: Error): string {
  if (!(error instanceof GraphQLError)) return 'INTERNAL_SERVER_ERROR';
  const { extensions, originalError: cause } = error;
  if (typeof extensions.code === 'string') return extensions.code;
  if (cause instanceof CallError) return cause.code;
  if (cause instanceof GraphQLError && typeof cause.extensions.code === 'string') return cause.extensions.code;
  if (cause) return 'INTERNAL_SERVER_ERROR';
  // GraphQL.js gives neither a code; only what was parsed has nodes.
  return error.nodes ? 'GRAPHQL_VALIDATION_FAILED' : 'GRAPHQL_PARSE_FAILED';
}
