import { METHODS } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { apiKeyHeader, childTeamHeader, idempotencyKeyHeader, idempotentReplayedHeader } from '../contract/headers.ts';
import type { Operation } from '../contract/operation/operation.ts';
import { authenticate, isFromThisMachine } from './authenticate.ts';
import type { ServiceContext } from './context.ts';
import { type Caller, type Endpoint, JsonText } from './endpoint.ts';
import { answerOnce, checkKey, type KeepAnswer } from './idempotency.ts';
import { Problem } from './problem.ts';
import type { RequestLimits } from './request-limits.ts';
import type { FairQueue } from './search/fair-queue.ts';
import { deprecationHeaders, refuseAfter } from './v2/notice.ts';
import { requestCheck } from './validate.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the key is accepted. */
    caller: Caller | undefined;
    /** Credits charged, for the log. */
    credits: number;
  }
  interface FastifyContextConfig {
    /** The route's name in the log; default: its path. */
    readonly operation?: string;
  }
}

/**
 * Serves one operation. Authentication and limits (401, 403, 429) precede reading the body; validation (400) precedes
 * the endpoint.
 */
export function serveEndpoint(
  app: FastifyInstance,
  { operation, handle }: Endpoint,
  service: ServiceContext,
  { allowDemoKeys, limits }: { readonly allowDemoKeys: boolean; readonly limits: RequestLimits },
): void {
  const check = requestCheck(operation);
  app.route({
    method: operation.method,
    url: operation.path,
    config: { operation: operation.name },
    onRequest: async (request, reply) => {
      if (service.fairQueue) follow(service.fairQueue, request, reply);
      const { successor } = operation;
      if (successor !== undefined) {
        reply.headers(deprecationHeaders(successor, service.v2Sunset));
        refuseAfter(successor, service.v2Sunset, service.now());
      }
      const here = isFromThisMachine(request.socket.remoteAddress, request.headers);
      const key = header(request, apiKeyHeader);
      const credentials = { key, childTeam: header(request, childTeamHeader), demoKeys: allowDemoKeys || here };
      const caller = await limits.anonymous.admit({ key, address: here ? undefined : request.ip }, () =>
        authenticate(service.store.db, operation, credentials, service.now()),
      );
      request.caller = caller;
      service.fairQueue?.rename(request, caller);
      reply.headers(await limits.enter(caller.keyId, reply.raw));
    },
    handler: async (request, reply) => {
      const { served } = service;
      const received = operation.method === 'GET' ? request.query : request.body;
      const sent = served ? served.request(received) : received;
      check(sent);
      const { caller } = request;
      if (caller === undefined) throw new Error(`${operation.name} was reached without authentication`);
      const chargeKey = operation.chargesOncePerKey ? header(request, idempotencyKeyHeader) : undefined;
      if (chargeKey !== undefined) checkKey(chargeKey);
      const call = { request: sent, caller, requestId: request.id, chargeKey };
      const act = async (keepAnswer?: KeepAnswer) => {
        const { status, body, credits = 0, isKept = false } = await handle({ ...call, keepAnswer }, service);
        request.credits = credits;
        if (credits > 0)
          service.metrics?.add('kith.ledger.credits', credits, { 'kith.upstream.operation': operation.name });
        return { status, isKept, body: body instanceof JsonText ? body : new JsonText(JSON.stringify(body)) };
      };
      const key = operation.idempotencyKey ? header(request, idempotencyKeyHeader) : undefined;
      if (key === undefined) {
        const { status, body } = await act();
        return sendJson(reply, status, served ? served.answer(body.text) : body.encode());
      }
      const { store, now } = service;
      const once = { operation, teamId: caller.teamId, key, request: sent, now };
      const { status, text, replayed } = await answerOnce(store.db, once, async (keepAnswer) => {
        const { status, isKept, body } = await act(keepAnswer);
        return { status, isKept, text: body.text };
      });
      if (replayed) reply.header(idempotentReplayedHeader, 'true');
      return sendJson(reply, status, served ? served.answer(text) : text);
    },
  });
}

/** Registers a request with the fair queue until its response closes, which includes disconnects. */
function follow(fairQueue: FairQueue, request: FastifyRequest, reply: FastifyReply): void {
  fairQueue.begin(request);
  reply.raw.once('close', () => {
    fairQueue.end(request);
    if (request.caller) fairQueue.end(request.caller);
  });
}

/** Answers 405 to methods that a path lacks, and lists the others on OPTIONS. */
export function serveOtherMethods(app: FastifyInstance, routes: readonly Pick<Operation, 'method' | 'path'>[]): void {
  for (const method of methods) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  for (const [path, own] of Map.groupBy(routes, (route) => route.path)) {
    const has: readonly string[] = own.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    const allow = [...has, 'OPTIONS'].join(', ');
    app.route({
      method: methods.filter((method) => !has.includes(method)),
      url: path,
      onRequest: async (request) => {
        throw new Problem(405, [`${request.method}: must be ${has.join(' or ')} on this path`], { allow });
      },
      handler: async () => {},
    });
    app.options(path, async (_, reply) => reply.status(204).header('allow', allow).send());
  }
}

/** All methods that Node parses, except CONNECT, which requests a tunnel, and OPTIONS. */
const methods = METHODS.filter((method) => method !== 'CONNECT' && method !== 'OPTIONS');

export const sendJson = (reply: FastifyReply, status: number, json: string | Buffer): FastifyReply =>
  reply.status(status).header('content-type', 'application/json; charset=utf-8').send(json);

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
