import { createSourceEventStream, type ExecutionResult } from 'graphql';
import type { AdmittedOperation } from '../operation-limits.ts';

/**
 * Creates the source stream of a subscription (GraphQL specification, “Source Stream”); resolves with errors if it
 * fails.
 */
export const subscribeToSource = async (
  { prepared, sent }: AdmittedOperation,
  contextValue: unknown,
): Promise<AsyncIterable<unknown> | ExecutionResult> =>
  createSourceEventStream({
    schema: prepared.schema,
    document: prepared.document,
    operationName: prepared.operation.name?.value,
    variableValues: sent,
    contextValue,
  });
