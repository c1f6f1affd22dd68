import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { requestIdHeader } from '../contract/headers.ts';
import { measureHttp, nameRequestsInLog, recordUnrouted } from '../telemetry/http.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { compressReplies } from './compression.ts';
import { readForwarded } from './limits/caller-id.ts';
import { LoadGuard, type LoadGuardOptions } from './limits/load-guard.ts';

/** Options that graph and service share. */
export interface ServerOptions {
  /** Timeout for receiving a request's head, and the whole request, in milliseconds. */
  readonly arrivalMs: number;
  readonly load: LoadGuardOptions;
  /** Addresses and networks of proxies whose `x-forwarded-for` is trusted. */
  readonly trustedProxies: readonly string[];
  /** Undefined if requests are not measured. */
  readonly metrics: Metrics | undefined;
}

/** How a server answers errors. */
export interface ServerForm {
  /** Maximum body of a request, in bytes, unless its route sets another. */
  readonly bodyBytes: number;
  /** Maximum connections; further ones are closed at once, before file descriptors run out. */
  readonly connections: number;
  readonly requestIdOf: (request: IncomingMessage) => string;
  /** Paths that are served under any load, in addition to the health check. */
  readonly unshed?: readonly string[];
  /** The body of an error that occurs before there is a request object. */
  readonly errorBody: (status: number, sentence: string) => object;
  readonly overloaded: {
    readonly body: object;
    readonly headers?: Readonly<Record<string, string>>;
    /** Additional headers of a response: names and values, alternating. */
    readonly head: (request: IncomingMessage) => readonly string[];
  };
  /** Sets the headers of every response; called for paths that cannot be decoded, for which hooks do not run. */
  readonly writeHead: (request: FastifyRequest, reply: FastifyReply) => void;
  readonly answerError: (error: unknown, request: FastifyRequest, reply: FastifyReply) => void;
}

/** Path of the liveness check, served under any load. */
export const healthPath = '/healthz';

/** Longer than clients and proxies keep idle connections, so that they close them, and no request is lost. */
const keepAliveTimeout = 72_000;

/** Status of a request that is shed. */
const shedStatus = 503;

/**
 * Creates an HTTP server without routes. It sheds load before the framework, measures, compresses, adds request ids to
 * the log, and answers all errors in its own form. Upgrades must pass the returned guard.
 */
export function openServer(
  { arrivalMs, load, trustedProxies, metrics }: ServerOptions,
  form: ServerForm,
  shouldUpgradeCallback?: (request: IncomingMessage) => boolean,
): { readonly app: FastifyInstance; readonly guard: LoadGuard } {
  const refusal = new PreparedRefusal(form.overloaded.body, form.overloaded.headers);
  const refuse = (request: IncomingMessage, response: ServerResponse): void => {
    if (metrics) recordUnrouted(metrics, request, shedStatus);
    refusal.send(response, [requestIdHeader, form.requestIdOf(request), ...form.overloaded.head(request)]);
  };
  const guard = new LoadGuard(load, [healthPath, ...(form.unshed ?? [])], refuse);
  const serverOptions = {
    requestTimeout: arrivalMs,
    headersTimeout: arrivalMs,
    connectionsCheckingInterval: arrivalMs / 4,
    keepAliveTimeout,
    ...(shouldUpgradeCallback && { shouldUpgradeCallback }),
  };
  const app = Fastify({
    logger: false,
    bodyLimit: form.bodyBytes,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    serverFactory: (handler) =>
      createServer(
        serverOptions,
        guard.before((request, response) => {
          readForwarded(request.headers);
          handler(request, response);
        }),
      ),
    genReqId: form.requestIdOf,
    return503OnClosing: false,
    schemaController: noSchemas,
    clientErrorHandler: (error, socket) => refuseUnreadable(error, socket, form),
    frameworkErrors: (error, request, reply) => {
      form.writeHead(request, reply);
      form.answerError(error, request, reply);
    },
  });
  app.server.maxConnections = form.connections;
  if (metrics) measureHttp(app, metrics);
  guard.register(app);
  compressReplies(app);
  nameRequestsInLog(app);
  app.removeAllContentTypeParsers();
  app.setErrorHandler(form.answerError);
  return { app, guard };
}

const noSchema = (): never => {
  throw new TypeError('No route has a schema: requests are checked by the contract.');
};

/** Prevents loading Fastify's schema compilers at every start, since no route has a schema. */
export const noSchemas = { compilersFactory: { buildValidator: noSchema, buildSerializer: noSchema } };

/** Answers requests that Node cannot parse. */
function refuseUnreadable(error: Error & { readonly code?: string }, socket: Socket, form: ServerForm): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, phrase, sentence] = unreadable.get(error.code ?? '') ?? malformed;
  const body = JSON.stringify(form.errorBody(status, sentence));
  const head = [
    `HTTP/1.1 ${status} ${phrase}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `${requestIdHeader}: ${randomUUID()}`,
    'cache-control: no-store',
    'connection: close',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroySoon();
}

const malformed = [400, 'Bad Request', 'The request could not be read.'] as const;
const unreadable: ReadonlyMap<string, readonly [status: number, phrase: string, sentence: string]> = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', [408, 'Request Timeout', 'The request did not arrive in time.']],
  ['HPE_HEADER_OVERFLOW', [431, 'Request Header Fields Too Large', 'The headers are too large.']],
]);

/** A precomputed 503 response, since under load it must be cheap. */
class PreparedRefusal {
  readonly #body: Buffer;
  readonly #headers: readonly string[];

  constructor(body: object, headers: Readonly<Record<string, string>> = {}) {
    this.#body = Buffer.from(JSON.stringify(body));
    this.#headers = Object.entries({
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(this.#body.length),
      'retry-after': '1',
      ...headers,
    }).flat();
  }

  /** @param headers names and values, alternating, of this response only */
  send(response: ServerResponse, headers: readonly string[]): void {
    response.writeHead(503, [...this.#headers, ...headers]).end(this.#body);
  }
}
