import { hkdfSync } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isLoopback } from '../../../config/address.ts';
import { apiKeyHeader, requestIdHeader } from '../../../contract/headers.ts';
import { isObject, parseJson } from '../../../contract/json.ts';
import { statusOf } from '../../http/http-answer.ts';
import { HttpError } from '../../http/http-error.ts';
import { httpErrorOf } from '../../http/http-server.ts';
import type { HttpServices } from '../../http/http-services.ts';
import { bearer, requestOf } from '../../http/request-context.ts';
import { isLoopbackName } from '../../http/session-cookie.ts';
import { noStore } from '../../http/uncached.ts';
import { isAnswer } from '../../operation/answer.ts';
import { runOperation } from '../../operation/run-operation.ts';
import type { Services } from '../../services.ts';
import type { Session } from '../../state/sessions/session.ts';
import { isSessionToken, SessionRefused } from '../../state/sessions/session-token.ts';
import { problemWithJson, readGraphqlBody } from '../../transports/graphql-params.ts';
import { abortWithResponse } from '../../transports/json-post.ts';
import { ApprovalStore } from '../approvals/approval-store.ts';
import {
  challenge,
  type IssuedTokens,
  type McpIssuer,
  resourceMetadata,
  resourceMetadataPath,
} from './issued-tokens.ts';
import { idOf, RpcError } from './rpc-error.ts';

/** Path of the MCP endpoint. */
const mcpPath = '/mcp';

/** Maximum body length in bytes: the longest argument, a list of 200 rows, is at most 60 kB. */
const bodyBytes = 256 * 1024;

/** One MCP request, with access to the graph for its caller. */
interface McpCall {
  readonly request: Request;
  readonly body: unknown;
  /** Undefined: tools can be listed but not called. */
  readonly caller:
    | {
        readonly token: string;
        readonly confirmAbove: number | undefined;
        readonly label: string | undefined;
        readonly decide: (approvalId: string, give: boolean) => Promise<void>;
        readonly approvalUrl: (id: string) => string | undefined;
        readonly stateKey: Uint8Array;
        /** Answers `/graphql` and `/quote` by the same pipeline as all operations. */
        readonly fetch: (path: string, init: RequestInit) => Promise<Response>;
      }
    | undefined;
}

/** Loads the handler of the Model Context Protocol; called on the first request. */
export type McpSource = () => Promise<(call: McpCall) => Promise<Response>>;

interface Serving extends HttpServices {
  readonly source: McpSource;
  readonly services: Services;
  /** Secret from which the keys that seal client-side state are derived. */
  readonly secret: string;
  /**
   * URL of the explorer, where people decide approvals; undefined: from a loopback `host` header. `off`: no explorer.
   */
  readonly explorer: string | 'off' | undefined;
  /** Authorization server whose tokens are exchanged for sessions; undefined: none. */
  readonly issued: { readonly issuer: McpIssuer; readonly tokens: IssuedTokens } | undefined;
}

/** Serves `POST /mcp`. Listing tools needs no credential; calling one needs a session token, never an API key. */
export function serveMcp(app: FastifyInstance, serving: Serving): void {
  const { source, limits, rates, services, issued, cors } = serving;
  let loading: ReturnType<McpSource> | undefined;
  const load = () => {
    loading ??= source().catch((error: unknown) => {
      loading = undefined;
      services.log.error({ err: error }, 'The MCP server could not be loaded.');
      throw new HttpError(503, 'UNAVAILABLE', 'The MCP server could not be loaded; the log says why.');
    });
    return loading;
  };
  app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => refuseStrangers(request, serving));
    scope.addHook('onRequest', rates.hook);
    if (issued) scope.get(resourceMetadataPath, () => resourceMetadata(issued.issuer));
    // Whatever is refused before a message is dispatched, the rate hook's included, has the protocol's own form.
    scope.setErrorHandler((error, request) => {
      throw error instanceof RpcError ? error : rpcErrorOf(error, request, null);
    });
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_, text, done) => done(null, text));
    const answer = async (request: FastifyRequest, reply: FastifyReply) => {
      const body = bodyOf(request, limits);
      try {
        const response = await (await load())({
          request: new Request(`http://localhost${mcpPath}`, { method: 'POST', headers: headersOf(request) }),
          body,
          caller: await callerOf(body, request, reply),
        });
        reply.code(response.status).header('cache-control', noStore);
        const type = response.headers.get('content-type');
        if (type !== null) reply.header('content-type', type);
        return reply.send(await response.text());
      } catch (error) {
        throw rpcErrorOf(error, request, idOf(body));
      }
    };
    const callerOf = async (body: unknown, request: FastifyRequest, reply: FastifyReply) => {
      const token = await tokenOf(request, issued);
      if (token === undefined) {
        if (!callsTool(body)) return undefined;
        const isKey = request.headers[apiKeyHeader] !== undefined;
        throw unauthenticated(
          isKey
            ? `A tool is called with a session’s token in authorization: Bearer, not with an API key in ${apiKeyHeader}.`
            : 'A tool is called with a session’s token.',
          issued,
        );
      }
      const session = sessionOf(token, serving);
      const { confirmAbove, label } = session;
      const operations = operationsOf(request, reply, serving);
      return { token, confirmAbove, label, fetch: operations, ...confirmingOf(session, request, serving) };
    };
    for (const url of [mcpPath, `${mcpPath}/`]) {
      scope.post(url, { bodyLimit: bodyBytes }, answer);
      scope.options(url, async ({ headers }, reply) =>
        reply
          .status(204)
          .headers({ ...cors.preflight(headers), 'cache-control': noStore })
          .send(),
      );
      scope.route({
        method: ['GET', 'DELETE', 'PUT', 'PATCH'],
        url,
        exposeHeadRoute: false,
        handler: ({ method }) => {
          const sentence = `${mcpPath} takes POST, and keeps neither streams nor sessions, but got ${method}.`;
          throw new HttpError(405, 'BAD_USER_INPUT', sentence, { allow: 'OPTIONS, POST' });
        },
      });
    }
  });
}

/**
 * The messages in a request's body; a byte order mark before them is ignored.
 *
 * @throws {RpcError} for a body that is not JSON
 */
function bodyOf({ body: text }: FastifyRequest, limits: HttpServices['limits']): unknown {
  const json = typeof text === 'string' ? text.replace(/^\ufeff/, '') : '';
  const problem = problemWithJson(json, limits);
  if (problem !== undefined) throw new HttpError(400, 'BAD_USER_INPUT', `The request’s body ${problem}.`);
  const body = parseJson(json);
  if (body !== undefined) return body;
  throw new RpcError(new HttpError(400, 'BAD_USER_INPUT', 'The request’s body must be JSON, but is not.'), null, {
    code: 'parse',
  });
}

const rpcErrorOf = (error: unknown, request: FastifyRequest, id: ReturnType<typeof idOf>): RpcError =>
  new RpcError(httpErrorOf(error, request), id, { cause: error instanceof HttpError ? undefined : error });

/** Approvals of one session: decisions, their page, and the key that seals client-side state. */
function confirmingOf({ id, apiKey }: Session, { headers: { host } }: FastifyRequest, serving: Serving) {
  const { services, secret, explorer } = serving;
  const approvals = services.apis.of(ApprovalStore);
  const owner = services.ownerOf(apiKey);
  const page = explorer ?? (isLoopbackName(host ?? '') ? `http://${host}` : undefined);
  return {
    decide: async (approvalId: string, give: boolean) => {
      const approval = await approvals.byId(owner, approvalId);
      if (approval?.session === id) await approvals.decide(owner, approval, give);
    },
    approvalUrl: (approvalId: string) =>
      page === undefined || page === 'off' ? undefined : `${page.replace(/\/+$/, '')}/approve/${approvalId}`,
    stateKey: new Uint8Array(hkdfSync('sha256', secret, id, 'kith mcp state', 32)),
  };
}

/** The session token of a request; a token of the authorization server is exchanged for one. */
async function tokenOf({ headers }: FastifyRequest, issued: Serving['issued']): Promise<string | undefined> {
  const token = bearer(headers.authorization);
  if (token === undefined || issued === undefined || isSessionToken(token)) return token;
  return issued.tokens.sessionToken(token);
}

const callsTool = (body: unknown): boolean =>
  [body].flat().some((message) => isObject(message) && message.method === 'tools/call');

/** @throws {HttpError} 401 for an invalid token, 503 if it cannot be checked */
function sessionOf(token: string, { services: { seal }, issued }: Serving): Session {
  if (!isSessionToken(token))
    throw unauthenticated(
      'authorization: Bearer takes a session’s token (kiths4_…), but got something else, such as an API key.',
      issued,
    );
  try {
    return seal.demand(token);
  } catch (error) {
    if (!(error instanceof SessionRefused)) throw error;
    if (error.reason === 'unavailable') throw new HttpError(503, 'UNAVAILABLE', error.message, { 'retry-after': '5' });
    throw unauthenticated(error.message, issued);
  }
}

const unauthenticated = (sentence: string, issued: Serving['issued']): HttpError =>
  new HttpError(401, 'UNAUTHENTICATED', `${sentence} “kith mcp token” prints one.`, {
    'www-authenticate': issued ? challenge(issued.issuer) : 'Bearer',
  });

/**
 * Refuses pages of origins other than loopback's own and the listed ones. On loopback it also checks `host`, against
 * DNS rebinding.
 *
 * @throws {HttpError} 403
 */
function refuseStrangers({ headers }: FastifyRequest, { origins, host: address, behindProxy }: Serving): void {
  const { host = '', origin } = headers;
  if (isLoopback(address) && !behindProxy && !isLoopbackName(host))
    throw new HttpError(403, 'FORBIDDEN', 'host: must name loopback, since the graph listens only there.');
  if (origin === undefined || origins().includes(origin)) return;
  if (isLoopbackName(host) && URL.parse(origin)?.host === host) return;
  throw new HttpError(403, 'FORBIDDEN', 'origin: must be one of KITH_ORIGINS.');
}

const headersOf = ({ headers }: FastifyRequest): Headers => {
  const all = new Headers();
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && name !== 'authorization') all.set(name, [value].flat().join(', '));
  return all;
};

/** Runs operations of one request like `/graphql` and `/quote`: same limits, purses, receipts and log lines. */
const operationsOf = (request: FastifyRequest, reply: FastifyReply, { operations, callers }: Serving) => {
  // A tool may run many operations at once, each of which would listen to the response otherwise.
  const signal = abortWithResponse(reply.raw);
  return async (path: string, { headers, body }: RequestInit): Promise<Response> => {
    const sent = new Headers(headers);
    sent.set(requestIdHeader, request.id);
    const quoting = path === '/quote';
    const terms = { signal, address: request.ip, quoting };
    const text = typeof body === 'string' ? body : '';
    const asked = requestOf(
      () => readGraphqlBody(text),
      (name) => sent.get(name),
      terms,
      callers,
    );
    const outcome = await runOperation(operations, asked);
    if (!isAnswer(outcome)) throw new TypeError('A tool may not subscribe.');
    return new Response(outcome.text, {
      status: statusOf(outcome, { mediaType: 'application/graphql-response+json', quoting }),
      headers: { 'content-type': 'application/graphql-response+json', ...outcome.http.headers },
    });
  };
};
