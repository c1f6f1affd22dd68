import { type ExecutionResult, GraphQLError } from 'graphql';
import { LightAbortController } from '../../client/abort.ts';
import { Cancelled } from '../../client/errors.ts';
import type { OperationState } from './operation-state.ts';

/**
 * Runs an operation under a deadline. When it passes, whatever is not paid for ends as if the caller had left, and nothing
 * is begun any more; paid calls that were sent go on to their answers, so that the receipt says what they cost.
 */
export async function withDeadline(
  operation: OperationState,
  milliseconds: number,
  run: () => ExecutionResult | Promise<ExecutionResult>,
): Promise<ExecutionResult> {
  const over = new LightAbortController();
  const end = (): void => over.abort();
  const leaving = operation.signal;
  if (leaving?.aborted) end();
  else leaving?.addEventListener('abort', end);
  operation.signal = over;
  const timer = setTimeout(() => {
    operation.expired = true;
    end();
  }, milliseconds);
  try {
    const result = await run();
    return operation.expired ? told(result, milliseconds) : result;
  } finally {
    clearTimeout(timer);
    leaving?.removeEventListener('abort', end);
  }
}

/** Says that the deadline was why, in place of a caller who left. */
const told = (result: ExecutionResult, milliseconds: number): ExecutionResult =>
  result.errors === undefined
    ? result
    : {
        ...result,
        errors: result.errors.map((error) =>
          error.originalError instanceof Cancelled ? deadlineExceeded(milliseconds, error) : error,
        ),
      };

const deadlineExceeded = (milliseconds: number, { nodes, path }: GraphQLError): GraphQLError =>
  new GraphQLError(
    `The operation took longer than ${milliseconds / 1000} s, and was ended here; extensions.credits says what was paid.`,
    { nodes: nodes ?? null, path: path ?? null, extensions: { code: 'DEADLINE_EXCEEDED' } },
  );
