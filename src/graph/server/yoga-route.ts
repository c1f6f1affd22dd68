import type { IncomingMessage } from 'node:http';
import etag from '@fastify/etag';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Logger } from 'pino';
import { unknownCaller } from '../operation/limits.ts';
import type { OperationLimits } from '../operation/operation-limits.ts';
import { EventLoopQueue } from './event-loop-queue.ts';
import { type ServePage, wantsPage } from './graphiql/graphiql-route.ts';
import type { GraphqlRoute } from './graphql-route.ts';
import { HttpError } from './http-error.ts';
import { answerHead, graphqlPath, setHead, unsupportedMediaType } from './http-server.ts';
import { problemWithJson } from './json-bounds.ts';
import type { RequestRates } from './request-rates.ts';
import { noStore, varying } from './uncached.ts';
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
  readonly limits: OperationLimits;
  /** Answers browsers; undefined: they are answered as others are. */
  readonly page: ServePage | undefined;
  /** Reads the page's cookie; undefined: there is no such page. */
  readonly cookie: onRequestHookHandler | undefined;
  /** Whether the graph is about to close. */
  readonly isRetiring: () => boolean;
  readonly log: Logger;
}

/**
 * Serves operations at `/graphql`: POST by its own route first, all else by Yoga. `POST /quote` takes the same request and
 * goes on to the graph itself, so that the same rules hold for it; the answer is a price.
 */
export function serveGraphql(app: FastifyInstance, serving: GraphqlServing): void {
  const { yoga, route, rates, page, cookie, isRetiring, log } = serving;
  const longBodies = new EventLoopQueue();
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
    const operate = (request: FastifyRequest, reply: FastifyReply): void => {
      const text = textOf(request, serving);
      const throughYoga = (): void => {
        setHead(reply.raw, answerHead(request, isRetiring()));
        answer(request, reply);
      };
      if (!route.takes(request.raw)) {
        throughYoga();
        return;
      }
      reply.hijack();
      route
        .answer(request.raw, reply.raw, text, () => answerHead(request, isRetiring()), throughYoga)
        .catch((error: unknown) => {
          log.error({ err: error }, 'A request failed unexpectedly.');
          if (!reply.raw.headersSent)
            reply.raw.writeHead(500, [...answerHead(request, isRetiring()), 'cache-control', noStore, 'vary', varying]);
          reply.raw.end();
        });
    };
    scope.post(graphqlPath, { config: { writesHead: true } }, inTurn(longBodies, operate));
    // graphql-sse's clients have one address for both of their modes; only the single connection mode has tokens.
    const stream = (request: FastifyRequest, reply: FastifyReply): void => {
      if (request.body !== undefined) textOf(request, serving);
      if (isSingleConnection(request.raw)) byYoga(request, reply, request.url, false);
      else answer(request, reply);
    };
    scope.route({
      method: ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS'],
      url: streamPath,
      exposeHeadRoute: false,
      handler: inTurn(longBodies, stream),
    });
    scope.options('/quote', quote);
    const price = (request: FastifyRequest, reply: FastifyReply): void => {
      textOf(request, serving);
      quote(request, reply);
    };
    scope.post('/quote', inTurn(longBodies, price));
  });
}

/** A body that takes so long to be parsed that others wait for their turn. */
const longBody = 128 * 1024;

/** Has long bodies judged and parsed one in a turn of the event loop. */
const inTurn =
  (longBodies: EventLoopQueue, handle: (request: FastifyRequest, reply: FastifyReply) => void) =>
  (request: FastifyRequest, reply: FastifyReply): void | Promise<void> => {
    const { body } = request;
    if (typeof body !== 'string' || body.length <= longBody) return handle(request, reply);
    return longBodies.take().then(() => handle(request, reply));
  };

/**
 * @throws {HttpError} 415 for a request without a body that does not say what it would be, 413 for one that is too long
 *   for a caller without a key, 400 for one that would take long to parse
 */
function textOf(request: FastifyRequest, { rates, limits }: Pick<GraphqlServing, 'rates' | 'limits'>): string {
  const { body, headers } = request;
  if (typeof body !== 'string') throw unsupportedMediaType(headers['content-type']);
  if (body.length > unknownCaller.requestBytes && rates.isUnknown(rates.keyOf(request))) {
    const sentence = `The request’s body must be at most ${unknownCaller.requestBytes} bytes without an accepted API key.`;
    throw new HttpError(413, 'REQUEST_TOO_LARGE', sentence);
  }
  const problem = problemWithJson(body, limits);
  if (problem !== undefined) throw new HttpError(400, 'BAD_USER_INPUT', `The request’s body ${problem}.`);
  return body;
}

/** The query string with its mark, or nothing. */
const queryOf = (url: string): string => {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark);
};
