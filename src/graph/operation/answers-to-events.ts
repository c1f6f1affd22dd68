import { setTimeout as wait } from 'node:timers/promises';
import { type AbortSignalLike, LightAbortController } from '../../client/abort.ts';
import type { Session } from '../state/sessions/session.ts';
import type { AdmittedRequest } from './admitted-request.ts';
import type { Answer, AnswerStream } from './answer.ts';
import { type Answering, answerTo, bounded } from './answer-to.ts';
import type { Deduplicator } from './deduplicate.ts';

interface EventServices extends Answering {
  readonly deduplicator: Deduplicator;
}

const over: IteratorReturnResult<undefined> = { done: true, value: undefined };

/**
 * The answers to the events of a subscription. The stream ends with its source, by `return`, or when the caller
 * disconnects, even if it is not being read: the source is closed, and the event being executed is aborted.
 */
export class AnswersToEvents implements AnswerStream {
  readonly #services: EventServices;
  readonly #request: AdmittedRequest;
  readonly #source: AsyncIterator<unknown>;
  readonly #signal: AbortSignalLike | undefined;
  #peeked: Promise<IteratorResult<Answer>> | undefined;
  /** Aborted when the stream ends, for any reason. */
  readonly #ended = new LightAbortController();

  constructor(services: EventServices, request: AdmittedRequest, source: AsyncIterable<unknown>) {
    this.#services = services;
    this.#request = request;
    this.#source = source[Symbol.asyncIterator]();
    this.#signal = request.context.operation.signal;
    if (this.#signal?.aborted) this.#end();
    else this.#signal?.addEventListener('abort', this.#end);
  }

  get session(): Session | undefined {
    return this.#request.context.operation.session;
  }

  async peek(milliseconds: number): Promise<Answer | undefined> {
    this.#peeked ??= this.#next();
    const waiting = new AbortController();
    const patience = wait(milliseconds, undefined, { signal: waiting.signal }).catch(() => undefined);
    const first = await Promise.race([this.#peeked, patience]);
    waiting.abort();
    return first && !first.done ? first.value : undefined;
  }

  next(): Promise<IteratorResult<Answer>> {
    const next = this.#peeked ?? this.#next();
    this.#peeked = undefined;
    return next;
  }

  async #next(): Promise<IteratorResult<Answer>> {
    if (this.#ended.aborted) return over;
    try {
      const { done, value } = await this.#source.next();
      if (done) this.#end();
      const answer = this.#ended.aborted ? undefined : await this.#answer(value);
      return this.#ended.aborted || !answer ? over : { done: false, value: answer };
    } catch (error) {
      if (this.#ended.aborted) return over;
      this.#release();
      // The stream failed, not one event.
      const facts = { ...this.#request, admitted: undefined, part: 'stream' } as const;
      return { done: false, value: answerTo(this.#services, facts, { errors: [error] }) };
    }
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    this.#end();
    return over;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Executes an event as its own operation, so that it does not reuse records loaded for an earlier one. */
  async #answer(event: unknown): Promise<Answer> {
    const { admitted, context, prepared } = this.#request;
    const { operation, result } = await this.#services.deduplicator.executeEvent(admitted, context, event, this.#ended);
    const facts = { began: operation.began, prepared, admitted, operation, part: 'event' } as const;
    const answer = answerTo(this.#services, facts, result, operation.eventId);
    return bounded(this.#services, { ...this.#request, operation }, answer);
  }

  readonly #end = (): void => {
    if (this.#ended.aborted) return;
    this.#release();
    this.#services.observer?.ended({ ...this.#request, result: {}, part: 'stream' });
  };

  #release(): void {
    this.#ended.abort();
    this.#signal?.removeEventListener('abort', this.#end);
    // The stream has ended: errors while closing the source are ignored.
    Promise.resolve(this.#source.return?.()).catch(() => undefined);
  }
}
