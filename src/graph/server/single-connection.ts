import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHandler, type Handler, TOKEN_HEADER_KEY, TOKEN_QUERY_KEY } from 'graphql-sse';
import { LRUCache } from 'lru-cache';
import { LightAbortController } from '../../client/abort.ts';
import { isAnswer } from '../operation/answer.ts';
import { ResultsInTurn } from '../operation/results-in-turn.ts';
import { admitOperation, type OperationServices } from '../operation/run-operation.ts';
import { HttpError } from './http-error.ts';
import { graphqlPath } from './http-server.ts';
import { type Caller, type Callers, callerOfHeaders, requestOf } from './request-context.ts';
import type { Streams } from './streams.ts';
import { noStore, varying } from './uncached.ts';

/** Path for graphql-sse clients, in both of their modes. */
export const streamPath = `${graphqlPath}/stream`;

/** How long a reserved stream waits to be opened, in milliseconds. */
const reservedMs = 30_000;
const maxReserved = 10_000;

/** Maximum messages buffered for a slow reader; past it, the stream is cut. */
const maxWaiting = 1_000;

/** Whether a request to `streamPath` uses single connection mode; distinct connections mode has no tokens. */
export const isSingleConnection = ({ method, url = '', headers }: IncomingMessage): boolean =>
  method === 'PUT' ||
  method === 'DELETE' ||
  headers[TOKEN_HEADER_KEY] !== undefined ||
  new URL(url, 'http://localhost').searchParams.has(TOKEN_QUERY_KEY);

interface Options {
  readonly services: OperationServices;
  readonly callers: Callers;
  readonly streams: Streams;
}

/** The parts of a request that graphql-sse reads. */
interface SseRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: { get(name: string): string | null };
  readonly text: string;
  /** The caller's IP address. */
  readonly address: string;
}

/**
 * Serves graphql-sse's single connection mode: a client reserves a stream (PUT), opens it (GET), and sends operations
 * (POST) whose results arrive on it. graphql-sse implements the protocol; each stream has its own handler, so that one
 * that is reserved and never opened can be discarded. A stream belongs to this process and to the key that reserved it.
 */
export class SingleConnection {
  readonly #options: Options;
  readonly #open = new Map<string, Stream>();
  readonly #reserved = new LRUCache<string, Stream>({
    max: maxReserved,
    ttl: reservedMs,
    ttlAutopurge: true,
    dispose: (stream, _token, reason) => {
      if (reason !== 'delete') stream.end();
    },
  });

  constructor(options: Options) {
    this.#options = options;
  }

  /** @throws {HttpError} @throws {GraphQLError} */
  async answer(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const read: SseRequest = {
      method: request.method,
      url: request.url,
      headers: { get: (name) => one(request.headers[name]) ?? null },
      text: typeof request.body === 'string' ? request.body : '',
      address: request.ip,
    };
    const token = read.headers.get(TOKEN_HEADER_KEY) ?? tokenInUrl(read.url) ?? '';
    const stream = read.method === 'PUT' ? this.#reserve(read) : this.#find(read, token);
    const [body, { status, statusText, headers = {} }] = await stream.handle(read);
    if (body === null && status >= 400) throw new HttpError(status, 'BAD_USER_INPUT', statusText);
    reply.status(status).headers({ ...headers, 'cache-control': noStore, vary: varying });
    if (body === null || typeof body === 'string') return reply.send(body ?? undefined);
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value ?? '');
    reply.raw.writeHead(status);
    this.#hold(stream, reply.raw);
    // A client that disconnects ends the stream.
    await pipeline(Readable.from(stream.read(body, () => reply.raw.destroy())), reply.raw).catch(() => undefined);
    return undefined;
  }

  /** @throws {HttpError} 401 without a credential */
  #reserve({ headers }: SseRequest): Stream {
    const caller = callerOfHeaders((name) => headers.get(name), undefined, this.#options.callers.seal);
    if (caller.apiKey === undefined)
      throw new HttpError(401, 'UNAUTHENTICATED', 'A stream is reserved with an API key, or a session’s token.');
    const stream = new Stream(randomUUID(), caller, this.#options);
    this.#reserved.set(stream.token, stream);
    return stream;
  }

  /** @throws {HttpError} 404 for a stream that was not reserved at this process, or was reserved by another key */
  #find(request: SseRequest, token: string): Stream {
    const stream = this.#open.get(token) ?? this.#reserved.get(token);
    // A browser's EventSource opens a stream by the token alone.
    if (stream && (request.method !== 'POST' || stream.isOf(request))) return stream;
    throw new HttpError(
      404,
      'NOT_FOUND',
      `${TOKEN_HEADER_KEY}: must be the token of a stream that this key reserved in this process in the last ${reservedMs / 1000} seconds.`,
    );
  }

  /** Keeps a stream while its connection is open. */
  #hold(stream: Stream, response: ServerResponse): void {
    const { streams } = this.#options;
    this.#reserved.delete(stream.token);
    this.#open.set(stream.token, stream);
    streams.add(response, stream.caller.session);
    response.once('close', () => {
      this.#open.delete(stream.token);
      stream.end();
    });
  }
}

const tokenInUrl = (url: string): string | null => new URL(url, 'http://localhost').searchParams.get(TOKEN_QUERY_KEY);

const one = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === 'object' ? value.join(', ') : value;

/** A client's stream, reserved or open, and its operations. */
class Stream {
  readonly token: string;
  readonly caller: Caller;
  readonly #callers: Callers;
  readonly #handler: Handler<SseRequest, undefined>;
  /** Abort controllers of running operations. */
  readonly #operations = new Set<LightAbortController>();
  #messages: AsyncGenerator<string, void, undefined> | undefined;
  /** Messages that are not yet read. */
  #waiting = 0;
  #onLag = (): void => undefined;

  /** @param caller who reserved it */
  constructor(token: string, caller: Caller, { services, callers }: Omit<Options, 'streams'>) {
    this.token = token;
    this.caller = caller;
    this.#callers = callers;
    this.#handler = createHandler<SseRequest, undefined>({
      authenticate: () => token,
      onSubscribe: async ({ raw: { headers, address } }, { query, operationName, variables, extensions }) => {
        const leaving = new LightAbortController();
        this.#operations.add(leaving);
        leaving.addEventListener('abort', () => this.#operations.delete(leaving));
        const params = { query, operationName: operationName ?? undefined, variables, extensions };
        const header = (name: string) => headers.get(name);
        const admitted = await admitOperation(
          services,
          requestOf(() => params, header, { signal: leaving, address, quoting: false }, callers),
        );
        if (!isAnswer(admitted)) return new ResultsInTurn(services, admitted, leaving);
        leaving.abort();
        return [admitted.text, badRequest];
      },
      onNext: () => {
        this.#waiting += 1;
        if (this.#waiting > maxWaiting) this.#onLag();
      },
    });
  }

  isOf({ headers }: SseRequest): boolean {
    return callerOfHeaders((name) => headers.get(name), undefined, this.#callers.seal).apiKey === this.caller.apiKey;
  }

  handle(request: SseRequest): ReturnType<Handler<SseRequest>> {
    const { method, url, headers, text } = request;
    return this.#handler({ method, url, headers, body: () => text, raw: request, context: undefined });
  }

  /** @param onLag called if the reader is too slow */
  async *read(messages: AsyncGenerator<string, void, undefined>, onLag: () => void): AsyncGenerator<string> {
    this.#messages = messages;
    this.#onLag = onLag;
    for await (const message of messages) {
      if (message.startsWith('event: next')) this.#waiting -= 1;
      yield message;
    }
  }

  /** Aborts the stream's operations: the client is gone. */
  end(): void {
    for (const leaving of this.#operations) leaving.abort();
    this.#return().catch(() => undefined);
  }

  async #return(): Promise<void> {
    // graphql-sse ends the operations of a reserved stream only after it is opened, so open it here.
    const headers = { get: (name: string) => (name === 'accept' ? 'text/event-stream' : null) };
    const opening: SseRequest = { method: 'GET', url: streamPath, headers, text: '', address: '' };
    const [messages] = this.#messages ? [this.#messages] : await this.handle(opening);
    if (messages && typeof messages === 'object') await messages.return();
  }
}

const badRequest = {
  status: 400,
  statusText: 'Bad Request',
  headers: { 'content-type': 'application/json; charset=utf-8' },
} as const;
