import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requestIdHeader } from '../contract/headers.ts';
import { oursLimits } from '../contract/limits.ts';
import { isReadable } from '../http/media-type.ts';
import { openServer, type ServerOptions } from '../http/open-server.ts';
import { traceIdIn } from '../telemetry/log-context.ts';
import type { ServiceContext } from './context.ts';
import { OverageProtected } from './credits/refusal.ts';
import { problemOf } from './error-answer.ts';
import { badRequest, Problem } from './problem.ts';
import { shown } from './shown.ts';

const overloaded = new Problem(503, ['The service is overloaded; nothing was started. Try again in a moment.']);
const shuttingDown = new Problem(503, ['The service is shutting down.'], { 'retry-after': '1' });

/** Above this, new connections are closed, so that the process keeps free file descriptors. */
const maxConnections = 10_000;

/**
 * Opens the HTTP server without its routes: JSON, a request id on every answer, the standard error body, and a log line
 * per request.
 */
export function openFront(
  { log, urls, metrics, served }: Pick<ServiceContext, 'log' | 'urls' | 'metrics' | 'served'>,
  isClosing: () => boolean,
  bounds: Omit<ServerOptions, 'metrics'>,
): FastifyInstance {
  const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const found = problemOf(error, request.headers['content-type']);
    // While the service closes, the store may close under requests whose callers have disconnected.
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
  const { app } = openServer(
    { ...bounds, metrics },
    {
      bodyBytes: oursLimits.bodyBytes,
      connections: maxConnections,
      requestIdOf: () => randomUUID(),
      errorBody: (status, sentence) => new Problem(status, [sentence]).body,
      overloaded: { body: overloaded.body, head: () => [] },
      writeHead: (request, reply) => reply.header(requestIdHeader, request.id),
      answerError,
    },
  );

  app.addHook('onRequest', async (request, reply) => {
    reply
      .header(requestIdHeader, request.id)
      .header('cache-control', 'no-store')
      .header('x-content-type-options', 'nosniff');
    if (isClosing()) throw shuttingDown;
  });
  // A kept-alive connection would delay the close until its timeout.
  app.addHook('onSend', async (_, reply) => {
    if (isClosing()) reply.header('connection', 'close');
  });
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

  // `JSON.parse` makes `__proto__` an ordinary member, which the schema then refuses by name.
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async ({ headers }: FastifyRequest, text: string) => {
      if (!isReadable(headers)) throw unreadable(headers);
      if (text === '') return undefined;
      try {
        return JSON.parse(text);
      } catch {
        throw badRequest('body: must be JSON, but got text that is not');
      }
    },
  );

  app.setNotFoundHandler((request) => {
    const [path] = request.url.split('?');
    throw new Problem(404, [`There is no ${request.method} ${shown(path)}; /openapi.json lists the endpoints.`]);
  });
  return app;
}

const unreadable = ({ 'content-type': type, 'content-encoding': coding }: IncomingHttpHeaders): Problem =>
  coding === undefined
    ? new Problem(415, [`content-type: must be application/json in UTF-8, but got ${shown(type)}`])
    : new Problem(415, [`content-encoding: must be left out, but got ${shown(coding)}`], {
        'accept-encoding': 'identity',
      });

/** An error for the log, without a database error's `detail`, which contains row values. */
function describe(error: unknown): object {
  if (!(error instanceof Error)) return { name: typeof error };
  return { name: error.name, code: 'code' in error ? error.code : undefined, stack: error.stack };
}
