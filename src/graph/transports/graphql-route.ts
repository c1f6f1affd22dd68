import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import etag from '@fastify/etag';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
  preHandlerHookHandler,
} from 'fastify';
import type { Logger } from 'pino';
import { readMediaType } from '../../http/media-type.ts';
import type { KnownCallers } from '../cache/known-caller.ts';
import type { Cors } from '../http/cors.ts';
import { HttpError } from '../http/http-error.ts';
import { answerHead, graphqlPath, setHead, unsupportedMediaType } from '../http/http-server.ts';
import { type ServePage, wantsPage } from '../http/pages.ts';
import type { RequestRates } from '../http/request-rates.ts';
import { noStore, varying } from '../http/uncached.ts';
import { unknownCaller } from '../operation/limits.ts';
import type { OperationLimits } from '../operation/operation-limits.ts';
import { problemWithJson } from './graphql-params.ts';
import type { GraphqlRoute } from './json-post.ts';
import type { YogaInput } from './use-run-operation.ts';
import type { Yoga } from './yoga-server.ts';

/** A request whose body is already read: Yoga takes it from `body`. */
interface BodiedMessage extends IncomingMessage {
  body?: unknown;
}

/**
 * A body in a wrapper for Yoga, which lists the own properties of the body it gets: for a string or bytes these are all
 * indexes, which takes 40 ms for 200 kB.
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

/** Accepted media types. Forms are excluded: pages may send them across origins without a preflight. */
const mediaTypes = ['application/json', 'application/graphql+json', 'application/graphql'];

export interface GraphqlServing {
  readonly yoga: () => Promise<Yoga>;
  readonly route: GraphqlRoute;
  readonly cors: Cors;
  readonly rates: RequestRates;
  readonly known: KnownCallers;
  readonly limits: OperationLimits;
  /** Serves GraphiQL to browsers; undefined: browsers are answered like other callers. */
  readonly page: ServePage | undefined;
  /** Hook that reads the explorer's cookie; undefined: no explorer. */
  readonly cookie: onRequestHookHandler | undefined;
  /** Whether the graph is draining. */
  readonly isRetiring: () => boolean;
  readonly log: Logger;
}

/**
 * Serves operations at `/graphql`: JSON over POST by `GraphqlRoute`, everything else by Yoga. `POST /quote` takes the
 * same requests and answers with a price.
 */
export function serveGraphql(app: FastifyInstance, serving: GraphqlServing): void {
  const { yoga, route, rates, limits, cors, page, cookie, isRetiring, log } = serving;
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
      yoga()
        .then((serve) => serve(message, reply.raw, input))
        .catch((error: unknown) => fail(error, reply.raw));
    };
    const fail = (error: unknown, response: ServerResponse, head: readonly string[] = []): void => {
      log.error({ err: error }, 'A request failed unexpectedly.');
      if (!response.headersSent) response.writeHead(500, [...head, 'cache-control', noStore, 'vary', varying]);
      response.end();
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
          .catch((error: unknown) => fail(error, reply.raw, head()));
      };
    const writing = { config: { writesHead: true } };
    scope.post(graphqlPath, writing, inTurn(longBodies, operate(false)));
    scope.post('/quote', writing, inTurn(longBodies, operate(true)));
    for (const url of [graphqlPath, '/quote']) scope.options(url, preflight);
  });
}

/** Whether a request's body is JSON rather than a bare GraphQL document. */
const isJson = ({ headers }: FastifyRequest): boolean =>
  headers['content-type'] === 'application/json' || readMediaType(headers['content-type'] ?? '')?.subtype !== 'graphql';

/** Length in characters above which bodies are parsed one per turn of the event loop. */
const longBody = 128 * 1024;

/** Handles requests with long bodies one per turn of the event loop. */
const inTurn =
  (longBodies: EventLoopQueue, handle: (request: FastifyRequest, reply: FastifyReply) => unknown) =>
  (request: FastifyRequest, reply: FastifyReply): unknown => {
    const { body } = request;
    if (typeof body !== 'string' || body.length <= longBody) return handle(request, reply);
    return longBodies.take().then(() => handle(request, reply));
  };

/** @throws {HttpError} 415 without a body, 400 for one that would take long to parse */
function textOf({ body, headers }: FastifyRequest, limits: OperationLimits): string {
  if (typeof body !== 'string') throw unsupportedMediaType(headers['content-type']);
  const problem = problemWithJson(body, limits);
  if (problem !== undefined) throw new HttpError(400, 'BAD_USER_INPUT', `The request’s body ${problem}.`);
  return body;
}

/**
 * Allows long bodies only with an accepted key; asks the data service about an unknown one.
 *
 * @throws {HttpError} 413 without a key
 * @throws {import('graphql').GraphQLError} if the key is not accepted, or cannot be confirmed
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

/** The query string with its question mark, or an empty string. */
const queryOf = (url: string): string => {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark);
};

/**
 * A FIFO queue that releases one task per turn of the event loop, so that short requests are answered between two long
 * ones, not after all of them.
 */
class EventLoopQueue {
  #last: Promise<void> = Promise.resolve();

  /** Resolves in a turn of the event loop that no other task of this queue gets. */
  take(): Promise<void> {
    this.#last = this.#last.then(() => nextTurn());
    return this.#last;
  }
}
