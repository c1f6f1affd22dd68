import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { GraphqlRoute } from './graphql-route.ts';
import { graphqlPath, unsupportedMediaType } from './http-server.ts';
import { isSingleConnection, streamPath } from './use-single-connection.ts';
import type { Yoga } from './yoga-server.ts';

/** A request whose body has been read: Yoga takes it from here. */
interface BodiedMessage extends IncomingMessage {
  body?: unknown;
}

/** What Yoga reads; a form of several parts is none of it. */
const mediaTypes = [
  'application/json',
  'application/graphql+json',
  'application/graphql',
  'application/x-www-form-urlencoded',
];

/**
 * Serves operations at `/graphql`: POST by its own route first, all else by Yoga. `POST /quote` takes the same request and
 * goes on to the graph itself, so that the same rules hold for it; the answer is a price.
 * `/` leads to the graph.
 */
export function serveGraphql(app: FastifyInstance, yoga: Yoga, route: GraphqlRoute, log: Logger): void {
  app.get('/', (_, reply) => reply.redirect(graphqlPath));
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(mediaTypes, { parseAs: 'string' }, (_, text, done) => done(null, text));

    const byYoga = (request: FastifyRequest, reply: FastifyReply, url: string, quoting: boolean): void => {
      const message: BodiedMessage = request.raw;
      message.body = request.body;
      message.url = url;
      reply.hijack();
      yoga(message, reply.raw, { quoting });
    };
    const answer = (request: FastifyRequest, reply: FastifyReply): void =>
      byYoga(request, reply, graphqlPath + queryOf(request.url), false);
    const quote = (request: FastifyRequest, reply: FastifyReply): void => byYoga(request, reply, graphqlPath, true);

    scope.route({ method: ['GET', 'OPTIONS'], url: graphqlPath, exposeHeadRoute: false, handler: answer });
    scope.post(graphqlPath, (request, reply) => {
      const text = textOf(request);
      if (!route.takes(request.raw)) return answer(request, reply);
      reply.hijack();
      route
        .answer(request.raw, reply.raw, text, () => answer(request, reply))
        .catch((error: unknown) => {
          log.error({ err: error, request_id: request.id }, 'A request failed unexpectedly.');
          if (!reply.raw.headersSent) reply.raw.writeHead(500);
          reply.raw.end();
        });
    });
    // graphql-sse's clients have one address for both of their modes; only the single connection mode has tokens.
    scope.route({
      method: ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS'],
      url: streamPath,
      exposeHeadRoute: false,
      handler: (request, reply) =>
        isSingleConnection(request.raw) ? byYoga(request, reply, request.url, false) : answer(request, reply),
    });
    scope.options('/quote', quote);
    scope.post('/quote', (request, reply) => {
      textOf(request);
      quote(request, reply);
    });
  });
}

/** @throws {HttpError} 415 for a request without a body that does not say what it would be */
function textOf({ body, headers }: FastifyRequest): string {
  if (typeof body !== 'string') throw unsupportedMediaType(headers['content-type']);
  return body;
}

/** The query string with its mark, or nothing. */
const queryOf = (url: string): string => {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark);
};
