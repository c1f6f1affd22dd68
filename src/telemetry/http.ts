import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type LogContext, withLogContext } from './log-context.ts';
import type { Metrics } from './metrics.ts';

/** Others are `_OTHER`, as the semantic conventions have it. */
const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']);

/** Measures requests of a server, whoever answers them; to be called before its routes are added. */
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
        // Who left before the answer began has none.
        'http.response.status_code': raw.headersSent ? raw.statusCode : undefined,
      });
    });
    done();
  });
}

/** Records a request that was answered at once, before a route was looked for. */
export function recordUnrouted(metrics: Metrics, request: IncomingMessage, status: number): void {
  metrics.record('http.server.request.duration', 0, {
    'http.request.method': methodOf(request),
    'http.response.status_code': status,
  });
}

const methodOf = ({ method = '' }: Pick<IncomingMessage, 'method'>): string =>
  methods.has(method) ? method : '_OTHER';

/** None where no route was found: a path is a caller's own words. */
const routeOf = ({ is404, routeOptions: { url } }: FastifyRequest): string | undefined => (is404 ? undefined : url);

/** Has lines of the log name the request that they are written for; to be called before a server's routes are added. */
export function nameRequestsInLog(app: FastifyInstance): void {
  // Once the body has been read, whose events come from the connection.
  app.addHook('preHandler', (request, _, done) => withLogContext(logContextOf(request), done));
}

export const logContextOf = ({ id, headers: { traceparent } }: FastifyRequest): LogContext => ({
  requestId: id,
  traceParent: typeof traceparent === 'string' ? traceparent : undefined,
});
