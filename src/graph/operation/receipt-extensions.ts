import type { ExecutionResult } from 'graphql';
import type { Operation } from '../scope/operation.ts';

/**
 * Adds `extensions.credits` (what an operation was charged, and what was saved), on request `extensions.upstream` (its
 * calls), and `extensions.warnings` where there are any.
 */
export function withReceipt(result: ExecutionResult, operation: Operation): ExecutionResult {
  const { receipt, trace, options, warnings } = operation;
  return {
    ...result,
    extensions: {
      ...result.extensions,
      credits: receipt.lines,
      ...(trace && options.trace && { upstream: { calls: trace.calls } }),
      ...(warnings.size > 0 && { warnings: [...warnings] }),
    },
  };
}
