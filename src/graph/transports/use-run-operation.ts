import type { ServerResponse } from 'node:http';
import type { ExecutionResult } from 'graphql';
import { type FetchAPI, getSSEProcessor, type Plugin } from 'graphql-yoga';
import { compressed } from '../../http/compression.ts';
import { readMediaType } from '../../http/media-type.ts';
import { type AnswerForm, answerHeadersOf, headersOf, statusOf } from '../http/http-answer.ts';
import { HttpError } from '../http/http-error.ts';
import { jsonTypes, negotiate, type StreamType, streamTypes } from '../http/negotiate.ts';
import { type Callers, requestOf } from '../http/request-context.ts';
import { noStore, varyingCompressed } from '../http/uncached.ts';
import { type Answer, type AnswerStream, isAnswer } from '../operation/answer.ts';
import { answerTo } from '../operation/answer-to.ts';
import type { OperationParams } from '../operation/operation-request.ts';
import { type OperationServices, runOperation } from '../operation/run-operation.ts';
import { readGraphqlBody, readGraphqlQuery } from './graphql-params.ts';
import { abortWithResponse } from './json-post.ts';
import { type Streams, streamHead } from './streams.ts';

/** Server context of a request that is passed to Yoga. */
export interface YogaInput {
  /** The operation is priced instead of executed. */
  readonly quoting: boolean;
  /** The caller's IP address. */
  readonly address: string;
  /** Set if the operation has already run: Yoga only writes its outcome. */
  readonly outcome?: Answer | AnswerStream | undefined;
}

/** With what Yoga's Node adapter adds. */
type ServerContext = YogaInput & { readonly res?: ServerResponse };

/** How long the head of a stream waits for its first event, in milliseconds; proxies wait far longer. */
const headMs = 1_000;

/**
 * Yoga plugin that runs operations by `runOperation` and writes their answers: in one piece, as server-sent events, or
 * in Apollo's multipart protocol. Yoga itself dispatches requests, and adapts Node's to fetch.
 */
export function useRunOperation(
  services: OperationServices,
  callers: Callers,
  streams: Streams,
): Plugin<object, ServerContext> {
  const read = new WeakMap<Request, OperationParams>();
  const outcomes = new WeakMap<Request, Answer | AnswerStream>();
  return {
    onRequestParse({ request, serverContext, setRequestParser, endResponse, fetchAPI }) {
      const { json, stream } = acceptedBy(request);
      // Checked first: nothing is paid for if no answer can be written.
      if (!json && !stream) return endResponse(notAcceptable(request, [...jsonTypes, ...streamTypes], fetchAPI));
      const parse = serverContext.outcome ? () => ({}) : parserOf(request);
      if (!parse) return;
      setRequestParser(async (bounded) => {
        read.set(request, await parse(bounded));
        // Yoga requires a document, but the request may have an id instead.
        return { query: '' };
      });
    },

    onParams({ setParamsHandler }) {
      setParamsHandler(async ({ request, params, context: { res, quoting, address, outcome } }) => {
        if (!res) throw new TypeError('An operation over HTTP must have a response to end with, but has none.');
        const terms = { signal: abortWithResponse(res), address, quoting, isSafe: request.method === 'GET' };
        const asked = requestOf(
          () => read.get(request) ?? params,
          (name) => request.headers.get(name),
          terms,
          callers,
        );
        outcomes.set(request, await headOf(outcome ?? (await runOperation(services, asked))));
        // The outcome is looked up by its request in `onResultProcess`.
        return {};
      });
    },

    async onResultProcess({ request, result, serverContext: { res, quoting }, setResultProcessor }) {
      const { json, stream } = acceptedBy(request);
      const outcome = outcomes.get(request) ?? refusedUnread(services, request, result);
      if (isAnswer(outcome)) {
        if (json) setResultProcessor((_, api) => writeWhole(request, outcome, { mediaType: json, quoting }, api), json);
        else if (stream) setResultProcessor((_, api) => writeStream(only(outcome), stream, api, outcome), stream);
      } else if (stream && res) {
        streams.add(res, outcome.session);
        setResultProcessor((_, api) => writeStream(outcome, stream, api), stream);
      } else {
        await outcome.return();
        setResultProcessor((_, api) => notAcceptable(request, streamTypes, api), jsonTypes[0]);
      }
    },
  };
}

const acceptedBy = ({ headers }: Request) => negotiate(headers.get('accept') ?? undefined);

/** The parameter parser for a method and media type; undefined: unsupported, left to Yoga. */
function parserOf({
  method,
  url,
  headers,
}: Request): ((request: Request) => OperationParams | Promise<OperationParams>) | undefined {
  if (method === 'GET') return () => readGraphqlQuery(url);
  const { subtype } = readMediaType(headers.get('content-type') ?? '') ?? {};
  if (subtype === 'graphql') return async (request) => ({ query: await request.text() });
  return subtype?.endsWith('json') ? async (request) => readGraphqlBody(await request.text()) : undefined;
}

/** Replaces a stream by its first event if that is a 401 within `headMs`, so that the status shows the refusal. */
async function headOf(outcome: Answer | AnswerStream): Promise<Answer | AnswerStream> {
  if (isAnswer(outcome)) return outcome;
  const first = await outcome.peek(headMs);
  if (first?.http.status !== 401) return outcome;
  await outcome.return();
  return first;
}

/** The answer to a request with unreadable parameters. */
function refusedUnread(services: OperationServices, request: Request, result: object): Answer {
  const errors = 'errors' in result && Array.isArray(result.errors) ? result.errors : [];
  const facts = { began: performance.now(), prepared: undefined, header: (name: string) => request.headers.get(name) };
  return answerTo(services, facts, { errors });
}

async function* only(answer: Answer): AsyncGenerator<Answer> {
  yield answer;
}

async function writeWhole(request: Request, answer: Answer, form: AnswerForm, api: FetchAPI): Promise<Response> {
  const headers = withHead(new api.Headers(), headersOf(answer, form.mediaType));
  const coded = await compressed(answer.text, request.headers.get('accept-encoding') ?? undefined);
  if (coded) headers.set('content-encoding', coded.coding);
  return new api.Response(coded?.body ?? answer.text, { status: statusOf(answer, form), headers });
}

const writeEvents = getSSEProcessor();

/** @param of the only answer of the stream, if it has just one; sets the status and headers of the response */
async function writeStream(
  answers: AsyncIterableIterator<Answer>,
  type: StreamType,
  api: FetchAPI,
  of?: Answer,
): Promise<Response> {
  const written =
    type === 'text/event-stream' ? await writeEvents(new Events(answers), api, type) : multipart(answers, api);
  const headers = new api.Headers(streamHead(type));
  if (of) withHead(headers, answerHeadersOf(of));
  return new api.Response(written.body, { status: of?.http.status ?? 200, headers });
}

/** @param head names and values in turn */
function withHead(headers: Headers, head: readonly string[]): Headers {
  for (let at = 0; at < head.length; at += 2) headers.set(head[at] ?? '', head[at + 1] ?? '');
  return headers;
}

/** Answers as server-sent events: Yoga writes a result as one line, `data: …`; the id is the next line of the event. */
class Events implements AsyncIterableIterator<ExecutionResult> {
  readonly #answers: AsyncIterator<Answer>;

  constructor(answers: AsyncIterator<Answer>) {
    this.#answers = answers;
  }

  async next(): Promise<IteratorResult<ExecutionResult>> {
    const { done, value } = await this.#answers.next();
    if (done) return { done, value: undefined };
    const { text, eventId } = value;
    const event: ExecutionResult & { readonly stringify: () => string } = {
      stringify: () => (eventId === undefined ? text : `${text}\nid: ${oneLine(eventId)}`),
    };
    return { done: false, value: event };
  }

  async return(): Promise<IteratorResult<ExecutionResult>> {
    await this.#answers.return?.();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

/** Removes line breaks: event ids contain upstream values, which must not end the line. */
const oneLine = (id: string): string => id.replaceAll(/[\r\n\0]/g, ' ');

function notAcceptable({ headers }: Request, types: readonly string[], { Response }: FetchAPI): Response {
  const { status, body } = new HttpError(
    406,
    'NOT_ACCEPTABLE',
    `accept: must take ${types.join(' or ')}, but got “${headers.get('accept') || '*/*'}”.`,
  );
  const head = { accept: types.join(', '), 'cache-control': noStore, vary: varyingCompressed };
  return Response.json(body, { status, headers: head });
}

/** Heartbeat interval: the protocol sends an empty part every five seconds to keep the stream alive. */
const heartbeatMs = 5_000;

const delimiter = '\r\n--graphql';

/** A part with its closing delimiter: clients parse a part only after the delimiter arrives. */
const part = (json: string): string => `\r\ncontent-type: application/json\r\n\r\n${json}${delimiter}`;

/**
 * Writes answers in Apollo's multipart subscription protocol: each is the `payload` of a part. Yoga's own multipart
 * format is that of incremental delivery.
 */
function multipart(answers: AsyncIterator<Answer>, { ReadableStream, Response, TextEncoder }: FetchAPI): Response {
  const encoder = new TextEncoder();
  let heartbeat: NodeJS.Timeout;
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode(delimiter));
      heartbeat = setInterval(() => {
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(part('{}')));
      }, heartbeatMs);
    },
    async pull(controller) {
      const { done, value } = await answers.next();
      if (!done) return controller.enqueue(encoder.encode(part(`{"payload":${value.text}}`)));
      clearInterval(heartbeat);
      controller.enqueue(encoder.encode('--\r\n'));
      controller.close();
    },
    async cancel() {
      clearInterval(heartbeat);
      await answers.return?.();
    },
  });
  return new Response(body);
}
