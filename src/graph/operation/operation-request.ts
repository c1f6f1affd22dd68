import type { OperationContext } from '../scope/context.ts';

/** A request for an operation, read by its transport. */
export interface OperationRequest {
  /** @throws {import('graphql').GraphQLError} for invalid parameters */
  readonly params: () => OperationParams;
  /**
   * Reads the credential and the options; the operation's signal aborts when the caller disconnects.
   *
   * @param began when the operation began, in milliseconds (`performance.now`)
   * @throws {import('graphql').GraphQLError} for an invalid credential or header
   */
  readonly newContext: (began: number) => OperationContext;
  /** The caller's network address, by which confirmations of keys are rate-limited. */
  readonly address: string;
  /** The request's headers, for logging a request that was refused. */
  readonly header: (name: string) => string | null | undefined;
  /** Refuses mutations: the HTTP method is safe. */
  readonly isSafe?: boolean;
}

/** Request parameters (GraphQL over HTTP, and its appendix on persisted documents). */
export interface OperationParams {
  readonly query?: unknown;
  readonly documentId?: unknown;
  readonly operationName?: string | null | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
  readonly extensions?: Readonly<Record<string, unknown>> | null | undefined;
}
