import { type ExecutionResult, GraphQLError } from 'graphql';
import { type AbortSignalLike, LightAbortController } from '../../client/abort.ts';
import { Cancelled } from '../../client/errors.ts';
import type { OperationState } from '../scope/operation-state.ts';

/** A call that cannot be sent in time is refused by this time before the deadline, so that the caller learns when it can. */
const refusalMs = 250;

/**
 * Deadline of an operation, counted from its construction. When it passes, free work is aborted as if the caller had
 * disconnected, and no call is started; paid calls in flight run to their answers, so that the receipt is complete.
 */
export class Deadline {
  readonly #operation: OperationState;
  readonly #milliseconds: number;
  readonly #over = new LightAbortController();
  readonly #callerSignal: AbortSignalLike | undefined;
  readonly #timer: NodeJS.Timeout;

  constructor(operation: OperationState, milliseconds: number) {
    this.#operation = operation;
    this.#milliseconds = milliseconds;
    this.#callerSignal = operation.signal;
    if (this.#callerSignal?.aborted) this.#end();
    else this.#callerSignal?.addEventListener('abort', this.#end);
    operation.signal = this.#over;
    operation.sendBy = performance.now() + milliseconds - refusalMs;
    this.#timer = setTimeout(() => {
      operation.expired = true;
      this.#end();
    }, milliseconds);
  }

  readonly #end = (): void => this.#over.abort();

  /** Replaces the cancellation errors of an ended operation by DEADLINE_EXCEEDED if the deadline has passed. */
  explain(result: ExecutionResult): ExecutionResult {
    if (!this.#operation.expired || result.errors === undefined) return result;
    return {
      ...result,
      errors: result.errors.map((error) =>
        error.originalError instanceof Cancelled ? deadlineExceeded(this.#milliseconds, error) : error,
      ),
    };
  }

  /** The error of what must not begin any more: the caller has left, or the deadline has passed. */
  get end(): GraphQLError | undefined {
    if (!this.#over.aborted) return undefined;
    return this.#operation.expired
      ? deadlineExceeded(this.#milliseconds)
      : cancelled('The caller left before this field began; nothing of it was sent.');
  }

  /** Removes the timer and the listener; call it when the operation has ended. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#callerSignal?.removeEventListener('abort', this.#end);
  }
}

/** The caller has disconnected: the error serves metrics and logs. */
export const cancelled = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'CANCELLED' } });

const deadlineExceeded = (
  milliseconds: number,
  { nodes, path }: Partial<Pick<GraphQLError, 'nodes' | 'path'>> = {},
): GraphQLError =>
  new GraphQLError(
    `The operation took longer than ${milliseconds / 1000} s, and was ended here; extensions.credits says what was paid.`,
    { nodes: nodes ?? null, path: path ?? null, extensions: { code: 'DEADLINE_EXCEEDED' } },
  );
