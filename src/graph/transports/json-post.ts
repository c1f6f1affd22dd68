import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { type AbortSignalLike, LightAbortController } from '../../client/abort.ts';
import { writeAnswer } from '../http/http-answer.ts';
import { negotiate } from '../http/negotiate.ts';
import { type Callers, requestOf } from '../http/request-context.ts';
import { type Answer, type AnswerStream, isAnswer } from '../operation/answer.ts';
import { type OperationServices, runOperation } from '../operation/run-operation.ts';
import { readGraphqlBody } from './graphql-params.ts';

/** A JSON request for an operation, with its body read. */
export interface JsonRequest {
  readonly headers: IncomingHttpHeaders;
  /** The caller's IP address. */
  readonly address: string;
  readonly text: string;
  /** The operation is priced instead of executed. */
  readonly quoting: boolean;
}

/**
 * Transport for JSON over POST, if the caller accepts JSON; Yoga handles everything else over HTTP. Yoga's layers would
 * cost several times as much as such an operation itself.
 */
export class GraphqlRoute {
  readonly #services: OperationServices;
  readonly #callers: Callers;

  constructor(services: OperationServices, callers: Callers) {
    this.#services = services;
    this.#callers = callers;
  }

  /**
   * Answers a request, or passes it to Yoga if the caller does not accept JSON or the outcome is a stream.
   *
   * @param head the headers of every answer (`answerHead`), names and values in turn
   */
  async answer(
    { headers, address, text, quoting }: JsonRequest,
    response: ServerResponse,
    head: () => readonly string[],
    throughYoga: (outcome?: Answer | AnswerStream) => void,
  ): Promise<void> {
    const { json: mediaType } = negotiate(headers.accept);
    if (mediaType === undefined) return throughYoga();
    const header = (name: string) => one(headers[name]);
    const signal = abortWithResponse(response);
    const request = requestOf(() => readGraphqlBody(text), header, { signal, address, quoting }, this.#callers);
    const outcome = await runOperation(this.#services, request);
    if (!isAnswer(outcome)) return throughYoga(outcome);
    if (response.destroyed) return;
    return writeAnswer(response, head(), outcome, { mediaType, quoting }, headers['accept-encoding']);
  }
}

const one = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === 'object' ? value.join(', ') : value;

/** An abort signal that fires if the caller disconnects before the answer is written, or already has. */
export function abortWithResponse(response: ServerResponse): AbortSignalLike {
  const leaving = new LightAbortController();
  if (response.destroyed) leaving.abort();
  else
    response.once('close', () => {
      if (!response.writableFinished) leaving.abort();
    });
  return leaving;
}
