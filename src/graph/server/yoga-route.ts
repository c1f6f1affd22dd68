import type { IncomingMessage } from 'node:http';
import etag from '@fastify/etag';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Logger } from 'pino';
import { unknownCaller } from '../operation/limits.ts';
import { type ServePage, wantsPage } from './graphiql/graphiql-route.ts';
import type { GraphqlRoute } from './graphql-route.ts';
import { HttpError } from './http-error.ts';
import { graphqlPath, unsupportedMediaType } from './http-server.ts';
import type { RequestRates } from './request-rates.ts';
import { isSingleConnection, streamPath } from './use-single-connection.ts';
import type { Yoga } from './yoga-server.ts';

/** A request whose body has been read: Yoga takes it from here. */
interface BodiedMessage extends IncomingMessage {
  body?: unknown;
}

/**
 * A body that was read, as Yoga takes one. It lists the own names of what it is given, which are all indexes of a string or
 * of bytes: 40 ms for 200 kB.
 */
class ReadBody {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    yield Buffer.from(this.text);
  }
}

/** What Yoga reads; forms, which a page may send across origins unasked, are none of it. */
const mediaTypes = ['application/json', 'application/graphql+json', 'application/graphql'];

export interface GraphqlServing {
  readonly yoga: Yoga;
  readonly route: GraphqlRoute;
  readonly rates: RequestRates;
  /** Answers browsers; undefined: they are answered as others are. */
  readonly page: ServePage | undefined;
  /** Reads the page's cookie; undefined: there is no such page. */
  readonly cookie: onRequestHookHandler | undefined;
  readonly log: Logger;
}

/**
 * Serves operations at `/graphql`: POST by its own route first, all else by Yoga. `POST /quote` takes the same request and
 * goes on to the graph itself, so that the same rules hold for it; the answer is a price.
 */
export function serveGraphql(app: FastifyInstance, { yoga, route, rates, page, cookie, log }: GraphqlServing): void {
  app.register(async (scope) => {
    if (cookie) scope.addHook('onRequest', cookie);
    scope.addHook('onRequest', rates.hook);
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(mediaTypes, { parseAs: 'string' }, (_, text, done) => done(null, text));

    const byYoga = (request: FastifyRequest, reply: FastifyReply, url: string, quoting: boolean): void => {
      const message: BodiedMessage = request.raw;
      message.body = typeof request.body === 'string' ? new ReadBody(request.body) : request.body;
      message.url = url;
      reply.hijack();
      yoga(message, reply.raw, { quoting });
    };
    const answer = (request: FastifyRequest, reply: FastifyReply): void =>
      byYoga(request, reply, graphqlPath + queryOf(request.url), false);
    const quote = (request: FastifyRequest, reply: FastifyReply): void => byYoga(request, reply, graphqlPath, true);

    const answerOrShow = async (request: FastifyRequest, reply: FastifyReply) =>
      page && wantsPage(request) ? page(request, reply) : answer(request, reply);

    scope.register(async (pages) => {
      await pages.register(etag);
      pages.route({ method: ['GET', 'OPTIONS'], url: graphqlPath, exposeHeadRoute: false, handler: answerOrShow });
    });
    scope.post(graphqlPath, (request, reply) => {
      const text = textOf(request, rates);
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
      textOf(request, rates);
      quote(request, reply);
    });
  });
}

/**
 * @throws {HttpError} 415 for a request without a body that does not say what it would be, 413 for one that is too long
 *   for a caller without a key, 400 for one that is nested too deeply
 */
function textOf(request: FastifyRequest, rates: RequestRates): string {
  const { body, headers } = request;
  if (typeof body !== 'string') throw unsupportedMediaType(headers['content-type']);
  if (body.length > unknownCaller.requestBytes && rates.isUnknown(request)) {
    const sentence = `The request’s body must be at most ${unknownCaller.requestBytes} bytes without an accepted API key.`;
    throw new HttpError(413, 'REQUEST_TOO_LARGE', sentence);
  }
  if (body.length > shortBytes && isDeeper(body)) {
    throw new HttpError(400, 'BAD_USER_INPUT', `The request’s body must be nested at most ${mostLevels} deep.`);
  }
  return body;
}

/** Lists and objects of a body in one another: JSON is parsed by recursion, which takes 30 times as long where it is deep. */
const mostLevels = 2_000;

/** A body that costs too little to be looked at first. */
const shortBytes = 16 * 1024;

/** Whether a JSON text is nested deeper than a body may be. */
function isDeeper(body: string): boolean {
  let deep = 0;
  let inString = false;
  for (let at = 0; at < body.length; at += 1) {
    const code = body.charCodeAt(at);
    if (inString) {
      if (code === backslash) at += 1;
      else if (code === quote) inString = false;
    } else if (code === quote) inString = true;
    else if (code === openBracket || code === openBrace) {
      deep += 1;
      if (deep > mostLevels) return true;
    } else if (code === closeBracket || code === closeBrace) deep -= 1;
  }
  return false;
}

const [quote, backslash, openBracket, closeBracket, openBrace, closeBrace] = [34, 92, 91, 93, 123, 125];

/** The query string with its mark, or nothing. */
const queryOf = (url: string): string => {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark);
};
