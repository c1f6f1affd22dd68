import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ExecutionResult, GraphQLError } from 'graphql';
import { createHandler, type Handler, TOKEN_HEADER_KEY, TOKEN_QUERY_KEY } from 'graphql-sse';
import { type FetchAPI, isAsyncIterable, mapAsyncIterator, type Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import type { SessionSeal } from '../state/sessions/session-token.ts';
import { type Envelop, envelopOperation, throughEnvelop } from './enveloped-operation.ts';
import type { Streams } from './event-streams.ts';
import { HttpError } from './http-error.ts';
import { graphqlPath } from './http-server.ts';
import { type Caller, callerOfHeaders } from './request-context.ts';

/** Where graphql-sse's clients are served in either of their modes. */
export const streamPath = `${graphqlPath}/stream`;

/** How long a stream may be reserved before it is opened, in milliseconds. */
const reservedMs = 30_000;
const mostReserved = 10_000;

/** The messages that may wait for a slow reader before its stream is cut. */
const mostWaiting = 1_000;

/** Whether a request to that path is of the single connection mode; the distinct connections mode has no tokens. */
export const isSingleConnection = ({ method, url = '', headers }: IncomingMessage): boolean =>
  method === 'PUT' ||
  method === 'DELETE' ||
  headers[TOKEN_HEADER_KEY] !== undefined ||
  new URL(url, 'http://localhost').searchParams.has(TOKEN_QUERY_KEY);

interface Options {
  readonly seal: SessionSeal;
  readonly streams: Streams;
  readonly maskError: (error: unknown) => GraphQLError;
}

/** What Yoga adds to a request over HTTP. */
interface ServerContext {
  readonly res?: ServerResponse;
}

/**
 * Serves graphql-sse's single connection mode: a client reserves a stream (PUT), opens it (GET), and sends operations
 * (POST) whose results come over it. graphql-sse keeps the protocol, by a handler for each stream, so that a stream that is
 * reserved and never opened does not stay. A stream belongs to this process and to the key that reserved it.
 */
export function useSingleConnection({ seal, streams, maskError }: Options): Plugin<object, ServerContext> {
  const reserved = new LRUCache<string, Stream>({
    max: mostReserved,
    ttl: reservedMs,
    ttlAutopurge: true,
    dispose: (stream, _token, reason) => {
      if (reason !== 'delete') stream.end();
    },
  });
  const open = new Map<string, Stream>();
  let yoga: Envelop;

  /** @throws {HttpError} 401 without a credential */
  function reserve(request: Request): Stream {
    const caller = callerOfHeaders((name) => request.headers.get(name), request.signal, seal);
    if (caller.apiKey === undefined)
      throw new HttpError(401, 'UNAUTHENTICATED', 'A stream is reserved with an API key, or a session’s token.');
    const stream = new Stream(randomUUID(), caller, { yoga, seal, maskError });
    reserved.set(stream.token, stream);
    return stream;
  }

  /** @throws {HttpError} 404 for a stream that was not reserved here, or by another key */
  function find(request: Request, token: string): Stream {
    const stream = open.get(token) ?? reserved.get(token);
    // A browser's EventSource opens a stream by the token alone.
    if (stream && (request.method !== 'POST' || stream.isOf(request))) return stream;
    throw new HttpError(
      404,
      'NOT_FOUND',
      `${TOKEN_HEADER_KEY}: must be of a stream that was reserved with this key at this process, within ${reservedMs / 1000} seconds.`,
    );
  }

  /** Keeps a stream while its connection is open. */
  function hold(stream: Stream, response: ServerResponse): void {
    reserved.delete(stream.token);
    open.set(stream.token, stream);
    streams.add(response, stream.caller.session);
    response.once('close', () => {
      open.delete(stream.token);
      stream.end();
    });
  }

  return {
    onYogaInit: (initialized) => {
      yoga = initialized.yoga;
    },
    async onRequest({ request, url, endResponse, serverContext: { res }, fetchAPI }) {
      if (url.pathname !== streamPath) return;
      try {
        const token = request.headers.get(TOKEN_HEADER_KEY) ?? url.searchParams.get(TOKEN_QUERY_KEY);
        const stream = request.method === 'PUT' ? reserve(request) : find(request, token ?? '');
        const [body, init] = await stream.handle(request);
        if (body === null && init.status >= 400) throw new HttpError(init.status, 'BAD_USER_INPUT', init.statusText);
        if (body === null || typeof body === 'string') return endResponse(new fetchAPI.Response(body, init));
        if (res) hold(stream, res);
        endResponse(
          new fetchAPI.Response(
            stream.open(body, fetchAPI, () => res?.destroy()),
            init,
          ),
        );
      } catch (error) {
        const { status, body } = refusalOf(error, maskError);
        endResponse(fetchAPI.Response.json(body, { status }));
      }
    },
  };
}

function refusalOf(error: unknown, maskError: Options['maskError']): Pick<HttpError, 'status' | 'body'> {
  if (error instanceof HttpError) return error;
  const { message, extensions } = maskError(error);
  const code = String(extensions.code);
  return new HttpError(code === 'UNAUTHENTICATED' ? 401 : code === 'BAD_USER_INPUT' ? 400 : 500, code, message);
}

interface StreamOptions extends Pick<Options, 'seal' | 'maskError'> {
  readonly yoga: Envelop;
}

/** One client's stream, reserved or open, and its operations. */
class Stream {
  readonly token: string;
  readonly caller: Caller;
  readonly #seal: SessionSeal;
  readonly #handler: Handler<Request, undefined>;
  readonly #ended = new AbortController();
  #messages: AsyncGenerator<string, void, undefined> | undefined;
  /** Messages that were made and not yet read. */
  #waiting = 0;
  #onLag = (): void => undefined;

  /** @param caller who reserved it */
  constructor(token: string, caller: Caller, { yoga, seal, maskError }: StreamOptions) {
    this.token = token;
    this.caller = caller;
    this.#seal = seal;
    const masked = (error: unknown): ExecutionResult => ({ errors: [maskError(error)] });
    this.#handler = createHandler<Request, undefined, Record<PropertyKey, unknown>>({
      ...throughEnvelop,
      authenticate: () => token,
      onSubscribe: async ({ raw }, params) => {
        const enveloped = await envelopOperation(yoga, this.#callerOf(raw), params, maskError);
        if (!('document' in enveloped)) return [JSON.stringify({ errors: enveloped }), badRequest];
        return { ...enveloped, contextValue: { ...enveloped.contextValue } };
      },
      onOperation: async (_context, _request, _args, result) => {
        const results = await result;
        if (!isAsyncIterable(results)) return undefined;
        return mapAsyncIterator(results[Symbol.asyncIterator](), (one) => one, masked);
      },
      onNext: () => {
        this.#waiting += 1;
        if (this.#waiting > mostWaiting) this.#onLag();
      },
    });
  }

  isOf(request: Request): boolean {
    return this.#callerOf(request).apiKey === this.caller.apiKey;
  }

  handle(request: Request): ReturnType<Handler<Request>> {
    const { method, url, headers } = request;
    return this.#handler({ method, url, headers, body: () => request.text(), raw: request, context: undefined });
  }

  /** @param onLag is called when its reader is too slow */
  open(
    messages: AsyncGenerator<string, void, undefined>,
    { ReadableStream, TextEncoder }: FetchAPI,
    onLag: () => void,
  ): ReadableStream<Uint8Array> {
    this.#messages = messages;
    this.#onLag = onLag;
    const encoder = new TextEncoder();
    return new ReadableStream({
      pull: async (controller) => {
        const { done, value } = await messages.next();
        if (done) return controller.close();
        if (value.startsWith('event: next')) this.#waiting -= 1;
        controller.enqueue(encoder.encode(value));
      },
      cancel: () => this.end(),
    });
  }

  /** Ends its operations; no client is left to get their outcome. */
  end(): void {
    this.#ended.abort();
    this.#return().catch(() => undefined);
  }

  async #return(): Promise<void> {
    // graphql-sse ends the operations of a stream that was reserved only once it is opened.
    const opening = new Request(`http://localhost${streamPath}`, { headers: { accept: 'text/event-stream' } });
    const [messages] = this.#messages ? [this.#messages] : await this.handle(opening);
    if (messages && typeof messages === 'object') await messages.return();
  }

  #callerOf(request: Request): Caller {
    return callerOfHeaders((name) => request.headers.get(name), this.#ended.signal, this.#seal);
  }
}

const badRequest = {
  status: 400,
  statusText: 'Bad Request',
  headers: { 'content-type': 'application/json; charset=utf-8' },
} as const;
