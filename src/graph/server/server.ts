import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { createYoga } from 'graphql-yoga';
import type { Logger } from 'pino';
import { createClient } from '../../client/client.ts';
import { apiKeyHeader } from '../../contract/headers.ts';
import { GraphCache } from '../cache/graph-cache.ts';
import { openShared } from '../cache/open-shared-cache.ts';
import { Database } from '../database.ts';
import { goingAway } from '../errors.ts';
import { defaultTracking, openTasks, type Tracking } from '../mapping/open-tasks.ts';
import type { PollingOptions } from '../mapping/polling-options.ts';
import type { TaskPollers } from '../mapping/task-pollers.ts';
import { type CreditOptionsInput, creditOptionsOf } from '../operation/credit-options.ts';
import { Deduplicator } from '../operation/deduplicate.ts';
import { defaultLimits, type Limits } from '../operation/limits.ts';
import { OperationLimits } from '../operation/operation-limits.ts';
import { PreparedOperations } from '../operation/prepare.ts';
import { SessionSeal } from '../operation/session-token.ts';
import { type TrustedDocuments, useTrustedDocuments } from '../operation/trusted-documents.ts';
import type { GraphContext } from '../schema/builder.ts';
import { schema } from '../schema/index.ts';
import { type BodiedRequest, withBoundedBody } from './bounded-body.ts';
import { answerCallback } from './callbacks-route.ts';
import { Streams } from './event-streams.ts';
import { GraphqlRoute } from './graphql-route.ts';
import { answerHealth } from './health.ts';
import { maskError } from './mask-error.ts';
import { answerElsewhere } from './not-found.ts';
import { quotePath, refuseQuote, takesQuote } from './price-route.ts';
import { answerPurge } from './purge/purge-route.ts';
import { type Caller, callerOfHeaders, createContext } from './request-context.ts';
import { identify } from './request-id.ts';
import { answerSession, defaultSessions, type SessionOptions, sessionPath } from './session-route.ts';
import { numberEvents } from './use-event-ids.ts';
import { usePreparedOperations } from './use-prepared-operations.ts';
import { quoting } from './use-price-estimate.ts';
import { printing, receipt } from './use-receipt.ts';
import { offersWebSocket, type Sockets, serveWebSocket, type WebSocketOptions } from './websocket/websocket-server.ts';

export interface GraphOptions {
  /** Where the data service is; the graph can't tell an embedded one from a remote one. */
  readonly upstreamUrl: string;
  readonly host?: string;
  /** 0 takes any free port. */
  readonly port?: number;
  readonly log: Logger;
  /** The time one upstream call may take. */
  readonly upstreamTimeoutMs?: number;
  /** How often a mapping task is looked at. */
  readonly polling?: Partial<PollingOptions>;
  /** How mapping tasks are followed and remembered. */
  readonly tracking?: Partial<Tracking>;
  /** The protocol's times and limits. */
  readonly webSocket?: Partial<Pick<WebSocketOptions, 'initTimeoutMs' | 'pingMs' | 'mostBuffered'>>;
  /** Budgets and receipts. */
  readonly economy?: CreditOptionsInput;
  /** What an operation may ask. */
  readonly limits?: Partial<Limits>;
  /** Whether the schema may be read; GraphiQL needs it. */
  readonly introspection?: boolean;
  /** Documents that were registered beforehand. */
  readonly trusted?: TrustedDocuments;
  /** Origins whose pages may call the graph; none but its own, unless named here. */
  readonly origins?: readonly string[];
  /** What seals sessions; without it, sessions end with this process. */
  readonly secret?: string;
  readonly sessions?: Partial<SessionOptions>;
  /** What the graph remembers without a Redis; its opener closes it. Absent: nothing outlives the graph. */
  readonly database?: Database | undefined;
  /** A Redis through which graphs that have the same secret share mapping tasks and the records that their callers paid for. */
  readonly redisUrl?: string | undefined;
  /** Shown in GraphiQL when it opens. */
  readonly graphiql?: { readonly apiKey?: string; readonly query?: string };
}

export interface Graph extends AsyncDisposable {
  /** `http://host:port`; the graph is at `/graphql`, over HTTP, SSE and WebSocket; prices are at `/quote`. */
  readonly url: string;
  readonly pollers: TaskPollers;
  /** How many requests were answered without Yoga. */
  readonly graphqlRoute: Pick<GraphqlRoute, 'answered'>;
  readonly sockets: Pick<Sockets, 'size' | 'lagged' | 'shared'>;
  /** The records that are remembered; personal data can be made forgotten here. */
  readonly cache: GraphCache;
  /**
   * Ends subscriptions, lets requests in flight end for as long as the drain lasts, then cuts them off, and closes what
   * was opened. Calls of the upstream that may be charged are waited for: what is paid for is kept.
   */
  close(): Promise<void>;
}

/** Opens the graph over a data service. Rejects when it can't listen. */
export async function openGraph(options: GraphOptions): Promise<Graph> {
  const { upstreamUrl, host = '127.0.0.1', port = 0, log, upstreamTimeoutMs, polling = {}, graphiql = {} } = options;
  const client = createClient({
    baseUrl: upstreamUrl,
    ...(upstreamTimeoutMs !== undefined && { timeoutMs: upstreamTimeoutMs }),
  });
  const limits = { ...defaultLimits, ...options.limits };
  const { introspection = true, trusted, origins = [], secret = randomBytes(32).toString('hex') } = options;
  const seal = new SessionSeal(secret, client.baseUrl);
  const sessions = { ...defaultSessions, ...options.sessions };
  const economy = creditOptionsOf(options.economy ?? {});
  const tracking = { ...defaultTracking, ...options.tracking };
  const { redisUrl, database = new Database(':memory:') } = options;
  const { tasks, store, close: closeTasks } = await openTasks({ client, log, tracking, polling, database, redisUrl });
  const shared = await openShared(redisUrl, economy.cache, client.baseUrl, secret, log);
  const cache = new GraphCache(client.baseUrl, economy.cache, secret, shared);
  const deduplicator = new Deduplicator(cache);
  const { pollers } = tasks;
  const newContext = (caller: Caller) => createContext(client, economy, cache, tasks, caller);
  const mask = maskError((error) => log.error({ err: error }, 'An operation failed unexpectedly.'));
  const streams = new Streams();
  const operationLimits = new OperationLimits(limits, introspection);
  const printed = printing(economy.onReceipt);
  const operations = new PreparedOperations(schema, operationLimits, trusted);
  const yoga = createYoga<{ readonly caller?: Caller; readonly quoting?: boolean }, GraphContext>({
    schema,
    context: ({ caller, quoting, request }) =>
      newContext({
        ...(caller ?? callerOfHeaders((name) => request.headers.get(name), request.signal, seal)),
        quoting,
      }),
    maskedErrors: { maskError: mask },
    plugins: [
      ...(trusted ? [useTrustedDocuments(trusted)] : []),
      usePreparedOperations(operations, operationLimits, deduplicator),
      quoting(),
      receipt(printed),
      numberEvents(streams),
    ],
    extraParamNames: trusted ? ['documentId'] : [],
    parserAndValidationCache: false,
    batching: false,
    // A form may be sent across origins unasked, so none is read; JSON may not.
    multipart: false,
    cors: origins.length > 0 ? { origin: [...origins], credentials: false } : false,
    landingPage: false,
    logging: false,
    graphiql: {
      title: 'Kith',
      ...(graphiql.query !== undefined && { defaultQuery: graphiql.query }),
      headers: JSON.stringify({ [apiKeyHeader]: graphiql.apiKey ?? '' }, null, 2),
    },
    // Its page is nine megabytes of text, which a graph that nobody opens in a browser neither loads nor holds.
    renderGraphiQL: async (page) => (await import('@graphql-yoga/render-graphiql')).renderGraphiQL(page),
  });
  const graphqlRoute = new GraphqlRoute({
    yoga,
    operations,
    limits: operationLimits,
    deduplicator,
    trusted,
    seal,
    newContext,
    maskError: mask,
    printed,
    mostBytes: limits.bodyBytes,
  });
  const server = createServer({ shouldUpgradeCallback: offersWebSocket }, (request: BodiedRequest, response) => {
    identify(request, response);
    const answerPlainly = () => yoga(request, response, { quoting: takesQuote(request, yoga.graphqlEndpoint) });
    if (graphqlRoute.takes(request)) {
      graphqlRoute.answer(request, response, answerPlainly).catch(unanswered);
      return;
    }
    if (answerHealth(request, response, upstreamUrl)) return;
    if (answerPurge(request, response, { cache, store }, secret)) return;
    if (answerCallback(request, response, tasks, tracking.callbackSecret)) return;
    if (refuseQuote(request, response)) return;
    if (answerElsewhere(request, response, [yoga.graphqlEndpoint, quotePath, sessionPath])) return;
    withBoundedBody(request, response, limits.bodyBytes, () => {
      if (request.url?.split('?')[0] === sessionPath)
        answerSession(request, response, client, seal, sessions).catch(unanswered);
      else answerPlainly();
    }).catch(unanswered);

    function unanswered(error: unknown): void {
      log.error({ err: error }, 'A request failed unexpectedly.');
      if (!response.headersSent) response.writeHead(500);
      response.end();
    }
  });
  const sockets = serveWebSocket(server, {
    yoga,
    operations,
    limits: operationLimits,
    seal,
    pollers,
    newContext,
    maskError: mask,
    log,
    operationsPerSocket: tracking.subscriptionsPerSocket,
    longestMessage: limits.bodyBytes,
    ...options.webSocket,
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('The graph listens on no port.');
  const close = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    const deadline = setTimeout(() => server.closeAllConnections(), tracking.drainMs);
    // Subscribers are sent elsewhere first: an error would tell them that there is nothing to come back to.
    streams.cut();
    await sockets.close(tracking.drainMs);
    closeTasks(goingAway());
    server.closeIdleConnections();
    await closed;
    clearTimeout(deadline);
    await client.close();
    await cache.close();
    await store.close();
    if (!options.database) database.close();
  };
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    pollers,
    graphqlRoute,
    sockets,
    cache,
    close,
    [Symbol.asyncDispose]: close,
  };
}
