import type { OperationContext } from '../scope/context.ts';

/** An operation as its transport has read it. */
export interface OperationRequest {
  /** @throws {import('graphql').GraphQLError} for parameters that are not what they must be */
  readonly params: () => OperationParams;
  /**
   * Reads who asks, and on what terms; the signal of its operation aborts when the caller leaves.
   *
   * @param began when the operation began, on the clock of `performance`
   * @throws {import('graphql').GraphQLError} for a credential or a header that is not what it must be
   */
  readonly newContext: (began: number) => OperationContext;
  /** The caller's, by which questions for its key are counted. */
  readonly address: string;
  /** The request's headers, for what is logged of a request without a context. */
  readonly header: (name: string) => string | null | undefined;
  /** It came by a method that must change nothing, so that a mutation is refused. */
  readonly isSafe?: boolean;
}

/** Parameters of a request, after GraphQL over HTTP and its appendix on persisted documents. */
export interface OperationParams {
  readonly query?: unknown;
  readonly documentId?: unknown;
  readonly operationName?: string | null | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
  readonly extensions?: Readonly<Record<string, unknown>> | null | undefined;
}
