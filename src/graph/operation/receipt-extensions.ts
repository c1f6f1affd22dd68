import type { ExecutionResult } from 'graphql';
import type { Operation } from '../scope/operation.ts';

/**
 * Adds `extensions.credits` (the receipt), on request `extensions.upstream` (the upstream calls), and
 * `extensions.warnings` if there are any.
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
