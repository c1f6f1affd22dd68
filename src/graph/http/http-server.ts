import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, ServerResponse } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError } from 'graphql';
import type { Logger } from 'pino';
import { requestIdHeader } from '../../contract/headers.ts';
import { parseJson } from '../../contract/json.ts';
import { readForwarded } from '../../http/limits/caller-id.ts';
import { endsAsStream } from '../../http/limits/load-guard.ts';
import { isReadable } from '../../http/media-type.ts';
import { openServer, type ServerForm, type ServerOptions } from '../../http/open-server.ts';
import { logContextOf, recordUnrouted } from '../../telemetry/http.ts';
import { withLogContext } from '../../telemetry/log-context.ts';
import { type Limit, LimitError } from '../operation/limit-error.ts';
import type { Cors } from './cors.ts';
import { HttpError } from './http-error.ts';
import { type ServePage, wantsPage } from './pages.ts';
import { noStore, varying } from './uncached.ts';
import { offersWebSocket, type Upgrades } from './upgrades.ts';

export interface HttpServerOptions
  extends ServerOptions,
    Pick<ServerForm, 'bodyBytes' | 'connections'>,
    Required<Pick<ServerForm, 'unshed'>> {
  readonly log: Logger;
  /** Handler of browser navigations that match no route: the explorer routes them itself. Undefined: 404. */
  readonly addresses: ServePage | undefined;
  /** Called with the code of each error with which a request is answered. */
  readonly onRefused: ((code: string, limit?: Limit) => void) | undefined;
  /** Whether the graph is draining: each answer then closes its connection. */
  readonly isRetiring: () => boolean;
  readonly cors: Cors;
}

export interface HttpServer {
  readonly app: FastifyInstance;
  readonly upgrades: Upgrades;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route writes its whole head at once, `answerHead` included; this takes half the time. */
    readonly writesHead?: boolean;
  }
}

/** Path of the GraphQL endpoint, over every transport. */
export const graphqlPath = '/graphql';

/**
 * Listen backlog: connections that the kernel queues until they are accepted. Past it, the kernel drops SYN packets,
 * which clients resend after one, three and seven seconds.
 */
const backlog = 4096;

/**
 * Creates the HTTP server, without routes: every answer has a request id, bodies are bounded and parsed as JSON, and
 * errors have the form of GraphQL's. A path that has routes answers other methods with 405. Upgrades are left to
 * listeners of the server's `upgrade` event; under load they are shed like requests.
 *
 * @param options `bodyBytes`: the maximum length of a request body, unless its route sets another
 */
export function createHttpServer(options: HttpServerOptions): HttpServer {
  const { bodyBytes, connections, unshed, trustedProxies, log, addresses } = options;
  const { onRefused, isRetiring, metrics, cors } = options;
  const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const answer = httpErrorOf(error, request);
    onRefused?.(answer.code, answer.limit);
    if (request.routeOptions.config?.writesHead) writeHead(request, reply);
    if (answer.status === 500)
      withLogContext(logContextOf(request), () => log.error({ err: error }, 'A request failed unexpectedly.'));
    // A route may have set more than no-store, such as no-transform, which stays.
    if (!String(reply.getHeader('cache-control')).startsWith(noStore)) reply.header('cache-control', noStore);
    reply.status(answer.status).header('vary', varying).headers(answer.headers).send(answer.body);
  };
  // On the raw response, since Yoga writes to that.
  const writeHead = (request: FastifyRequest, { raw }: FastifyReply): void =>
    setHead(raw, answerHead(request, isRetiring(), cors));
  const { app, guard } = openServer(
    options,
    {
      bodyBytes,
      connections,
      requestIdOf,
      unshed,
      errorBody: (status, sentence) => new HttpError(status, 'BAD_USER_INPUT', sentence).body,
      overloaded: {
        body: overloaded.body,
        headers: overloadedHeaders,
        head: (request) => {
          onRefused?.(overloaded.code);
          return [...cors.headers(request.headers), ...(isRetiring() ? ['connection', 'close'] : [])];
        },
      },
      writeHead,
      answerError,
    },
    offersWebSocket,
  );
  const admit: Upgrades['admit'] = (request, refusalOf, proceed) => {
    const { socket } = request;
    const response = new ServerResponse(request);
    try {
      response.assignSocket(socket);
    } catch {
      // The socket still has another response: the client did not wait for the answer to its last request.
      socket.destroy();
      return;
    }
    response.shouldKeepAlive = false;
    response.once('finish', () => socket.destroySoon());
    // Node has removed its own listener: without this one, a connection reset would end the process.
    socket.on('error', () => undefined);
    const judge = (): void => {
      endsAsStream(response);
      const refusal = refusalOf();
      if (refusal) refusal.then(answer, () => socket.destroy());
      else answer(undefined);
    };
    const answer = (refused: HttpError | undefined): void => {
      if (!refused) {
        response.detachSocket(socket);
        proceed();
        return;
      }
      onRefused?.(refused.code, refused.limit);
      if (metrics) recordUnrouted(metrics, request, refused.status);
      setHead(response, answerHead({ id: requestIdOf(request), headers: request.headers }, isRetiring(), cors));
      const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': noStore, vary: varying };
      response.writeHead(refused.status, { ...headers, ...refused.headers }).end(JSON.stringify(refused.body));
    };
    readForwarded(request.headers);
    guard.before(judge)(request, response);
  };
  const isTrusted = proxyAddr.compile([...trustedProxies]);
  const methods = new Map<string, string[]>();
  app.addHook('onRoute', ({ url, method }) => {
    methods.set(url, [...(methods.get(url) ?? []), ...[method].flat()]);
  });

  app.addHook('onRequest', (request, reply, done) => {
    request.raw.headers[requestIdHeader] = request.id;
    if (!request.routeOptions.config.writesHead) writeHead(request, reply);
    // Before the body is read.
    if (!isReadable(request.headers)) return done(unreadable(request.headers));
    done(request.is404 && !(addresses && isAddress(request, methods)) ? noRoute(request, methods) : undefined);
  });

  app.addContentTypeParser('*', { parseAs: 'string' }, (_, text, done) => done(null, parseJson(String(text))));
  if (addresses) app.setNotFoundHandler(addresses);
  return { app, upgrades: { addressOf: (request) => proxyAddr(request, isTrusted), admit } };
}

/**
 * Starts listening, on one address only: for `localhost`, Fastify's own `listen` would add a second server, which is
 * not drained with the first.
 *
 * @returns `http://host:port`
 */
export async function listen(app: FastifyInstance, host: string, port: number): Promise<string> {
  await app.ready();
  app.server.listen({ port, host, backlog });
  await once(app.server, 'listening');
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new TypeError('The graph listens on no port.');
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}

/** The headers of every answer, names and values in turn. */
export const answerHead = (
  { id, headers }: Pick<FastifyRequest, 'id' | 'headers'>,
  isRetiring: boolean,
  cors: Cors,
): readonly string[] => [
  ...[requestIdHeader, id, 'x-content-type-options', 'nosniff', 'content-security-policy', answerPolicy],
  ...(isRetiring ? ['connection', 'close'] : []),
  ...cors.headers(headers),
];

export function setHead(response: ServerResponse, head: readonly string[]): void {
  for (let at = 0; at < head.length; at += 2) response.setHeader(head[at] ?? '', head[at + 1] ?? '');
}

/** Content security policy of answers, which are data: a browser runs and loads nothing, and frames them nowhere. */
const answerPolicy = "default-src 'none'; frame-ancestors 'none'";

const overloaded = new HttpError(
  503,
  'OVERLOADED',
  'The graph is overloaded; nothing was started. Try again in a moment.',
);
const overloadedHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': answerPolicy,
  'cache-control': noStore,
  vary: varying,
};

/** The caller's request id if it is well-formed, else a new one. */
function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers[requestIdHeader];
  return typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) ? given : randomUUID();
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? '';

/** Whether a browser navigates to a path without a route. */
const isAddress = (request: FastifyRequest, methods: ReadonlyMap<string, readonly string[]>): boolean =>
  wantsPage(request) && !methods.has(pathOf(request)) && !pathOf(request).startsWith('/assets/');

function noRoute(request: FastifyRequest, methods: ReadonlyMap<string, readonly string[]>): HttpError {
  const path = pathOf(request);
  const { method } = request;
  const allowed = methods.get(path);
  if (!allowed) {
    return new HttpError(404, 'NOT_FOUND', `There is nothing at this path: the graph is at ${graphqlPath}.`);
  }
  const allow = allowed.toSorted().join(', ');
  return new HttpError(405, 'BAD_USER_INPUT', `${path} takes ${allow}, but got ${method}.`, { allow });
}

export function httpErrorOf(error: unknown, { headers, routeOptions }: FastifyRequest): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof GraphQLError && error.extensions.http?.status !== undefined) {
    const { status, headers: own } = error.extensions.http;
    const limit = error instanceof LimitError ? error.limit : undefined;
    return new HttpError(status, String(error.extensions.code), error.message, own, limit);
  }
  const { code, statusCode } = traitsOf(error);
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    const sentence = `The request’s body must be at most ${routeOptions.bodyLimit} bytes.`;
    return new HttpError(413, 'REQUEST_TOO_LARGE', sentence);
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return unsupportedMediaType(headers['content-type']);
  if (statusCode >= 400 && statusCode < 500) {
    return new HttpError(statusCode, 'BAD_USER_INPUT', 'The request could not be read.');
  }
  return new HttpError(500, 'INTERNAL_SERVER_ERROR', 'Something unexpected failed; search the log for the request id.');
}

/** RFC 9110, 15.5.16: `accept-encoding` lists the accepted content codings. */
const unreadable = ({ 'content-type': type, 'content-encoding': coding }: IncomingHttpHeaders): HttpError =>
  new HttpError(
    415,
    'BAD_USER_INPUT',
    `The request’s body must be UTF-8 without a content coding, but is ${coding ?? type}.`,
    { 'accept-encoding': 'identity' },
  );

export const unsupportedMediaType = (contentType: string | undefined): HttpError =>
  new HttpError(
    415,
    'BAD_USER_INPUT',
    `content-type: must be application/json, but got ${contentType ? `“${contentType}”` : 'none'}.`,
  );

function traitsOf(error: unknown): { readonly code: unknown; readonly statusCode: number } {
  if (!(error instanceof Error)) return { code: undefined, statusCode: 0 };
  return {
    code: 'code' in error ? error.code : undefined,
    statusCode: 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 0,
  };
}
