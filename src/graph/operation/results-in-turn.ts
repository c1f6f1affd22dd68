import type { ExecutionResult } from 'graphql';
import type { LightAbortController } from '../../client/abort.ts';
import type { AdmittedRequest } from './admitted-request.ts';
import { type Answer, type AnswerStream, isAnswer } from './answer.ts';
import { executeOperation, type OperationServices } from './run-operation.ts';

const over: IteratorReturnResult<undefined> = { done: true, value: undefined };

/**
 * The results of an operation of any kind, for protocols that carry several operations over one connection. It begins when
 * the first one is asked for. `return` aborts its signal, so that it ends like the request of a caller who has left.
 */
export class ResultsInTurn implements AsyncIterableIterator<ExecutionResult> {
  readonly #services: OperationServices;
  readonly #admitted: AdmittedRequest;
  readonly #leaving: LightAbortController;
  #outcome: Promise<Answer | AnswerStream> | undefined;

  /** @param leaving the operation's signal; aborts at its end, whatever ends it */
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
