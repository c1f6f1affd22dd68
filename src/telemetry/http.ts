import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type LogContext, withLogContext } from './log-context.ts';
import type { Metrics } from './metrics.ts';

/** Known methods; others are `_OTHER`, by the semantic conventions. */
const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']);

/** Measures all requests of a server. Call it before adding routes. */
export function measureHttp(app: FastifyInstance, metrics: Metrics): void {
  let active = 0;
  metrics.observe(['http.server.active_requests'], (report) => report('http.server.active_requests', active));
  app.addHook('onRequest', (request, { raw }, done) => {
    const began = performance.now();
    active += 1;
    raw.once('close', () => {
      active -= 1;
      metrics.record('http.server.request.duration', (performance.now() - began) / 1000, {
        'http.request.method': methodOf(request),
        'http.route': routeOf(request),
        // Without headers, the caller left before the response started.
        'http.response.status_code': raw.headersSent ? raw.statusCode : undefined,
      });
    });
    done();
  });
}

/** Records a request that was answered before routing. */
export function recordUnrouted(metrics: Metrics, request: IncomingMessage, status: number): void {
  metrics.record('http.server.request.duration', 0, {
    'http.request.method': methodOf(request),
    'http.response.status_code': status,
  });
}

const methodOf = ({ method = '' }: Pick<IncomingMessage, 'method'>): string =>
  methods.has(method) ? method : '_OTHER';

/** The route's pattern; undefined if none matched, since a path is the caller's text. */
const routeOf = ({ is404, routeOptions: { url } }: FastifyRequest): string | undefined => (is404 ? undefined : url);

/** Adds the request to log lines. Call it before adding routes. */
export function nameRequestsInLog(app: FastifyInstance): void {
  // In `preHandler`, since events of the body run in the connection's async context.
  app.addHook('preHandler', (request, _, done) => withLogContext(logContextOf(request), done));
}

export const logContextOf = ({ id, headers: { traceparent } }: FastifyRequest): LogContext => ({
  requestId: id,
  traceParent: typeof traceparent === 'string' ? traceparent : undefined,
});
