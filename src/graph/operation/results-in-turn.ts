import type { ExecutionResult } from 'graphql';
import type { LightAbortController } from '../../client/abort.ts';
import type { AdmittedRequest } from './admitted-request.ts';
import { type Answer, type AnswerStream, isAnswer } from './answer.ts';
import { executeOperation, type OperationServices } from './run-operation.ts';

const over: IteratorReturnResult<undefined> = { done: true, value: undefined };

/**
 * Iterator over the results of an operation of any kind, for protocols that multiplex operations over one connection.
 * The first `next` starts it; `return` aborts its signal, as if the caller had disconnected.
 */
export class ResultsInTurn implements AsyncIterableIterator<ExecutionResult> {
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
    return this.#leaving.aborted || !answer ? over : { done: false, value: answer.result };
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
