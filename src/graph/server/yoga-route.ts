import type { IncomingMessage } from 'node:http';
import etag from '@fastify/etag';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
  preHandlerHookHandler,
} from 'fastify';
import type { Logger } from 'pino';
import type { KnownCallers } from '../operation/known-caller.ts';
import { unknownCaller } from '../operation/limits.ts';
import type { OperationLimits } from '../operation/operation-limits.ts';
import type { Cors } from './cors.ts';
import { EventLoopQueue } from './event-loop-queue.ts';
import { type ServePage, wantsPage } from './graphiql/graphiql-route.ts';
import type { GraphqlRoute } from './graphql-route.ts';
import { HttpError } from './http-error.ts';
import { answerHead, graphqlPath, setHead, unsupportedMediaType } from './http-server.ts';
import { problemWithJson } from './json-bounds.ts';
import { readMediaType } from './media-type.ts';
import type { RequestRates } from './request-rates.ts';
import { isSingleConnection, type SingleConnection, streamPath } from './single-connection.ts';
import { noStore, varying } from './uncached.ts';
import type { YogaInput } from './use-run-operation.ts';
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
  readonly singleConnection: SingleConnection;
  readonly cors: Cors;
  readonly rates: RequestRates;
  readonly known: KnownCallers;
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
 * Serves operations at `/graphql`: JSON over POST by its own route, all else by Yoga. `POST /quote` takes the same requests;
 * the answer is a price.
 */
export function serveGraphql(app: FastifyInstance, serving: GraphqlServing): void {
  const { yoga, route, singleConnection, rates, limits, cors, page, cookie, isRetiring, log } = serving;
  const longBodies = new EventLoopQueue();
  app.register(async (scope) => {
    if (cookie) scope.addHook('onRequest', cookie);
    scope.addHook('onRequest', rates.hook);
    scope.addHook('preHandler', boundBodies(serving));
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(mediaTypes, { parseAs: 'string' }, (_, text, done) => done(null, text));

    const throughYoga = (request: FastifyRequest, reply: FastifyReply, input: YogaInput): void => {
      const message: BodiedMessage = request.raw;
      message.body = typeof request.body === 'string' ? new ReadBody(request.body) : request.body;
      message.url = graphqlPath + queryOf(request.url);
      reply.hijack();
      yoga(message, reply.raw, input);
    };
    const preflight = (request: FastifyRequest, reply: FastifyReply) =>
      reply
        .status(204)
        .headers({ ...cors.preflight(request.headers), 'cache-control': noStore })
        .send();

    const answerOrShow = async (request: FastifyRequest, reply: FastifyReply) =>
      page && wantsPage(request)
        ? page(request, reply)
        : throughYoga(request, reply, { quoting: false, address: request.ip });

    scope.register(async (pages) => {
      await pages.register(etag);
      pages.route({ method: 'GET', url: graphqlPath, exposeHeadRoute: false, handler: answerOrShow });
    });

    const operate =
      (quoting: boolean) =>
      (request: FastifyRequest, reply: FastifyReply): void => {
        const text = textOf(request, limits);
        const head = () => answerHead(request, isRetiring(), cors);
        const byYoga = (outcome?: YogaInput['outcome']): void => {
          setHead(reply.raw, head());
          throughYoga(request, reply, { quoting, address: request.ip, outcome });
        };
        if (!isJson(request)) {
          byYoga();
          return;
        }
        reply.hijack();
        route
          .answer({ headers: request.headers, address: request.ip, text, quoting }, reply.raw, head, byYoga)
          .catch((error: unknown) => {
            log.error({ err: error }, 'A request failed unexpectedly.');
            if (!reply.raw.headersSent)
              reply.raw.writeHead(500, [...head(), 'cache-control', noStore, 'vary', varying]);
            reply.raw.end();
          });
      };
    const writing = { config: { writesHead: true } };
    scope.post(graphqlPath, writing, inTurn(longBodies, operate(false)));
    scope.post('/quote', writing, inTurn(longBodies, operate(true)));
    for (const url of [graphqlPath, '/quote', streamPath]) scope.options(url, preflight);
    // graphql-sse's clients have one address for both of their modes; only the single connection mode has tokens.
    const stream = (request: FastifyRequest, reply: FastifyReply): unknown => {
      if (request.body !== undefined) textOf(request, limits);
      return isSingleConnection(request.raw)
        ? singleConnection.answer(request, reply)
        : throughYoga(request, reply, { quoting: false, address: request.ip });
    };
    scope.route({
      method: ['GET', 'POST', 'PUT', 'DELETE'],
      url: streamPath,
      exposeHeadRoute: false,
      handler: inTurn(longBodies, stream),
    });
  });
}

/** Whether a request's body is JSON, rather than a document as it is. */
const isJson = ({ headers }: FastifyRequest): boolean =>
  headers['content-type'] === 'application/json' || readMediaType(headers['content-type'] ?? '')?.subtype !== 'graphql';

/** A body that takes so long to be parsed that others wait for their turn. */
const longBody = 128 * 1024;

/** Has long bodies judged and parsed one in a turn of the event loop. */
const inTurn =
  (longBodies: EventLoopQueue, handle: (request: FastifyRequest, reply: FastifyReply) => unknown) =>
  (request: FastifyRequest, reply: FastifyReply): unknown => {
    const { body } = request;
    if (typeof body !== 'string' || body.length <= longBody) return handle(request, reply);
    return longBodies.take().then(() => handle(request, reply));
  };

/** @throws {HttpError} 415 for a request without a body that does not say what it would be, 400 for one that would take long to parse */
function textOf({ body, headers }: FastifyRequest, limits: OperationLimits): string {
  if (typeof body !== 'string') throw unsupportedMediaType(headers['content-type']);
  const problem = problemWithJson(body, limits);
  if (problem !== undefined) throw new HttpError(400, 'BAD_USER_INPUT', `The request’s body ${problem}.`);
  return body;
}

/**
 * A long body is for callers whose key is accepted; of one that is not known, the data service is asked.
 *
 * @throws {HttpError} 413 without a key
 * @throws {import('graphql').GraphQLError} where the key is not accepted, or cannot be confirmed
 */
const boundBodies =
  ({ rates, known }: Pick<GraphqlServing, 'rates' | 'known'>): preHandlerHookHandler =>
  ({ body, raw, ip }, _reply, done) => {
    if (typeof body !== 'string' || body.length <= unknownCaller.requestBytes) return done();
    const holder = rates.holderOf(raw);
    if (!rates.isUnknown(holder)) return done();
    if (holder.apiKey !== undefined) return void known.confirm(holder.apiKey, ip).then(() => done(), done);
    const sentence = `The request’s body must be at most ${unknownCaller.requestBytes} bytes without an accepted API key.`;
    done(new HttpError(413, 'REQUEST_TOO_LARGE', sentence));
  };

/** The query string with its mark, or nothing. */
const queryOf = (url: string): string => {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark);
};
