import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { requestIdHeader } from '../contract/headers.ts';
import { oursLimits } from '../contract/limits.ts';
import { compressReplies } from '../http/compression.ts';
import { LoadGuard, type LoadGuardOptions } from '../limits/load-guard.ts';
import { PreparedRefusal } from '../limits/prepared-refusal.ts';
import { measureHttp, nameRequestsInLog, recordUnrouted } from '../telemetry/http.ts';
import { traceIdIn } from '../telemetry/trace-parent.ts';
import type { ServiceContext } from './context.ts';
import { OverageProtected } from './credits/refusal.ts';
import { problemOf } from './error-answer.ts';
import { badRequest, Problem } from './problem.ts';
import { shown } from './shown.ts';

const overloaded = new Problem(503, [
  'The service has more to do than it can; nothing was begun. Try again in a moment.',
]);
const shuttingDown = new Problem(503, ['The service is shutting down.'], { 'retry-after': '1' });
const refusal = new PreparedRefusal(overloaded.body);

/** Where the process says that it answers, under any load. */
export const healthPath = '/healthz';

/** More are closed as they come, before the process runs out of descriptors. */
const mostConnections = 10_000;

/** Longer than clients and proxies usually keep a connection, so that they close it and lose no request. */
const keepAliveTimeout = 72_000;

/**
 * The HTTP server before it has routes: JSON in and out, a request id on every answer, the standard error body for
 * whatever goes wrong, and a line in the log for each request.
 */
export function openFront(
  { log, urls, metrics, served }: Pick<ServiceContext, 'log' | 'urls' | 'metrics' | 'served'>,
  isClosing: () => boolean,
  {
    arrivalMs,
    load,
    trustedProxies,
  }: { readonly arrivalMs: number; readonly load: LoadGuardOptions; readonly trustedProxies: readonly string[] },
): FastifyInstance {
  const refuse = (request: IncomingMessage, response: ServerResponse): void => {
    if (metrics) recordUnrouted(metrics, request, overloaded.status);
    refusal.send(response, [requestIdHeader, randomUUID()]);
  };
  const guard = new LoadGuard(load, healthPath, refuse);
  const arrival = {
    requestTimeout: arrivalMs,
    headersTimeout: arrivalMs,
    connectionsCheckingInterval: arrivalMs / 4,
    keepAliveTimeout,
  };
  const app = Fastify({
    logger: false,
    bodyLimit: oursLimits.bodyBytes,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    serverFactory: (handler) => createServer(arrival, guard.before(handler)),
    genReqId: () => randomUUID(),
    return503OnClosing: false,
    clientErrorHandler: refuseUnreadable,
    frameworkErrors: (error, request, reply) => {
      reply.header(requestIdHeader, request.id);
      answerError(error, request, reply);
    },
  });

  app.server.maxConnections = mostConnections;
  if (metrics) measureHttp(app, metrics);
  guard.register(app);
  compressReplies(app);

  app.addHook('onRequest', async (request, reply) => {
    reply
      .header(requestIdHeader, request.id)
      .header('cache-control', 'no-store')
      .header('x-content-type-options', 'nosniff');
    if (isClosing()) throw shuttingDown;
  });
  // A connection that stayed open would hold up the close until it times out.
  app.addHook('onSend', async (_, reply) => {
    if (isClosing()) reply.header('connection', 'close');
  });
  nameRequestsInLog(app);
  app.addHook('onResponse', async (request, reply) => {
    log.info({
      request_id: request.id,
      operation: request.routeOptions.config.operation ?? request.routeOptions.url ?? 'none',
      team_id: request.caller?.teamId,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      credits: request.credits,
      trace_id: traceIdIn(request.headers),
    });
  });
  app.decorateRequest('caller', undefined);
  app.decorateRequest('credits', 0);

  app.removeAllContentTypeParsers();
  // JSON.parse makes `__proto__` a member like any other, which the request's schema then refuses by name.
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (_: FastifyRequest, text: string) => {
    if (text === '') return undefined;
    try {
      return JSON.parse(text);
    } catch {
      throw badRequest('body: must be JSON, but got text that is not');
    }
  });

  const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const found = problemOf(error, request.headers['content-type']);
    // The store closes behind requests whose callers are gone.
    const problem = found.status === 500 && isClosing() ? shuttingDown : found;
    if (problem.status === 402) metrics?.add('kith.ledger.refusals', 1);
    if (!(error instanceof Problem) && problem.status >= 500 && problem !== shuttingDown) {
      log.error(
        { request_id: request.id, trace_id: traceIdIn(request.headers), error: describe(error) },
        'A request failed.',
      );
    }
    reply
      .status(problem.status)
      .headers(problem.headers)
      .send(problem instanceof OverageProtected ? problem.bodyWith(urls) : problem.bodyIn(served));
  };
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((request) => {
    const [path] = request.url.split('?');
    throw new Problem(404, [`There is no ${request.method} ${shown(path)}; /openapi.json says what there is.`]);
  });
  return app;
}

/** An error for the log. A database's error also carries a detail with values from the rows: that stays out. */
function describe(error: unknown): object {
  if (!(error instanceof Error)) return { name: typeof error };
  return { name: error.name, code: 'code' in error ? error.code : undefined, stack: error.stack };
}

/** Answers what is no HTTP request at all. */
function refuseUnreadable(error: Error & { readonly code?: string }, socket: Socket): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const [status, phrase, sentence] = unreadable.get(error.code ?? '') ?? malformed;
  const body = JSON.stringify(new Problem(status, [sentence]).body);
  socket.end(
    `HTTP/1.1 ${status} ${phrase}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `${requestIdHeader}: ${randomUUID()}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}

const malformed = [400, 'Bad Request', 'The request is not HTTP as this service reads it.'] as const;
const unreadable: ReadonlyMap<string, readonly [status: number, phrase: string, sentence: string]> = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', [408, 'Request Timeout', 'The request took too long to arrive.']],
  ['HPE_HEADER_OVERFLOW', [431, 'Request Header Fields Too Large', 'The headers are too large.']],
]);
