import type { ExecutionResult, GraphQLError } from 'graphql';
import type { LightAbortController } from '../../../client/abort.ts';
import type { AdmittedRequest } from '../../operation/admitted-request.ts';
import { type Answer, type AnswerStream, isAnswer } from '../../operation/answer.ts';
import { executeOperation, type OperationServices } from '../../operation/run-operation.ts';

const over: IteratorReturnResult<undefined> = { done: true, value: undefined };

/** An operation that ended without data. graphql-transport-ws sends its errors as an `error` message. */
export class OperationFailed extends Error {
  readonly errors: readonly GraphQLError[];

  constructor(errors: readonly GraphQLError[]) {
    super('The operation failed.');
    this.errors = errors;
  }
}

/**
 * Iterator over the results of an operation of any kind, since graphql-ws takes each operation for one. The first `next`
 * starts it; `return` aborts its signal, as if the caller had disconnected.
 */
export class SocketResults implements AsyncIterableIterator<ExecutionResult> {
  readonly #services: OperationServices;
  readonly #admitted: AdmittedRequest;
  readonly #leaving: LightAbortController;
  #outcome: Promise<Answer | AnswerStream> | undefined;

  /** @param leaving controls the operation's signal; aborted when the operation ends, for any reason */
  constructor(services: OperationServices, admitted: AdmittedRequest, leaving: LightAbortController) {
    this.#services = services;
    this.#admitted = admitted;
    this.#leaving = leaving;
  }

  async next(): Promise<IteratorResult<ExecutionResult>> {
    if (this.#leaving.aborted) return over;
    const isFirst = this.#outcome === undefined;
    this.#outcome ??= executeOperation(this.#services, this.#admitted);
    const outcome = await this.#outcome;
    const answer = isAnswer(outcome) ? isFirst && outcome : await answerIn(outcome.next());
    if (!answer) this.#leaving.abort();
    if (this.#leaving.aborted || !answer) return over;
    const { data, errors } = answer.result;
    if (data !== undefined || !errors) return { done: false, value: answer.result };
    await this.return();
    throw new OperationFailed(errors);
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    this.#leaving.abort();
    return over;
  }

  async throw(): Promise<IteratorReturnResult<undefined>> {
    return this.return();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

async function answerIn(next: Promise<IteratorResult<Answer>>): Promise<Answer | undefined> {
  const { done, value } = await next;
  return done ? undefined : value;
}
