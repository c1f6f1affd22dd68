import { wordProblem } from '../client/client.ts';
import { LimitRedis } from '../http/limits/rate-limit.ts';
import { reasonOf } from '../telemetry/reason.ts';
import type { GraphCache } from './cache/graph-cache.ts';
import { goingAway } from './errors.ts';
import type { Opened } from './feature.ts';
import { features, openShared, stored } from './features/index.ts';
import type { TaskPollers } from './features/mapping/task-pollers.ts';
import { MappingTasks } from './features/mapping/tasks.ts';
import { OpenSockets } from './features/websocket/websocket-server.ts';
import { type GraphOptions, type ReloadableOptions, reloadableOf, resolvedOptions } from './graph-options.ts';
import { openSchema } from './graph-schema.ts';
import { Cors } from './http/cors.ts';
import { serveHealth } from './http/health-route.ts';
import { createHttpServer, graphqlPath, listen } from './http/http-server.ts';
import type { Pages } from './http/pages.ts';
import { type Callers, createContext } from './http/request-context.ts';
import { RequestRates } from './http/request-rates.ts';
import { withCookie } from './http/session-cookie.ts';
import { serveSessions } from './http/session-route.ts';
import { openServices, wordsToSet } from './open-services.ts';
import { Deduplicator } from './operation/deduplicate.ts';
import { anyDocument } from './operation/documents.ts';
import { ExecutionLimits } from './operation/execution-limits.ts';
import type { Limit } from './operation/limit-error.ts';
import { maskError } from './operation/mask-error.ts';
import { OperationLimits } from './operation/operation-limits.ts';
import { PreparedOperations } from './operation/prepare.ts';
import { ResponseLimit } from './operation/response-limit.ts';
import type { OperationServices } from './operation/run-operation.ts';
import { SealRotation } from './state/seal/rotation.ts';
import { serveGraphql } from './transports/graphql-route.ts';
import { GraphqlRoute } from './transports/json-post.ts';
import { Streams } from './transports/streams.ts';
import type { Yoga } from './transports/yoga-server.ts';

export interface Graph extends AsyncDisposable {
  /** `http://host:port`; the graph is at `/graphql`, over HTTP, SSE and WebSocket; prices are at `/quote`. */
  readonly url: string;
  readonly pollers: TaskPollers;
  readonly sockets: Pick<OpenSockets, 'size' | 'lagged'>;
  /** Cached records; personal data can be purged here. */
  readonly cache: GraphCache;
  /**
   * Replaces limits (except those of bodies), rates, budgets, origins and trusted documents, for requests from now on.
   *
   * @throws if trusted documents cannot be served; nothing is replaced then
   */
  reload(options: ReloadableOptions): void;
  /**
   * Starts draining, and keeps answering: `/readyz` answers 503, and each answer closes its connection, so that
   * load balancers and clients switch to other instances.
   */
  retire(): void;
  /**
   * Ends subscriptions, waits for requests in flight until the drain deadline, then closes their connections, the
   * client and the stores. Waits for upstream calls that may be charged: records that were paid for are kept.
   */
  close(): Promise<void>;
}

/**
 * Opens a graph over a data service. Rejects if it cannot listen.
 *
 * @example
 * await using graph = await openGraph({ upstreamUrl: service.url, log });
 * await fetch(`${graph.url}/graphql`, { method: 'POST', headers, body });
 */
export async function openGraph(given: GraphOptions): Promise<Graph> {
  const options = resolvedOptions(given);
  const { upstreamUrl, host = '127.0.0.1', port = 0, log, explorer } = options;
  const { introspection = true, arrivalMs = 30_000, redisUrl, tracking, limits: bounds, traffic } = options;
  const { onReceipt } = options.credits;
  let { origins, credits } = options;

  const claims = features.flatMap(({ claims = [] }) => claims);
  const [measured] = features.flatMap((feature) => feature.measured?.(options) ?? []);
  const services = await openServices(options, { stored, claims, openShared, measured });
  const { schema } = await openSchema();
  const { client, state, cache, seal, metrics, known, quota, apis } = services;
  const opened: Opened[] = [];
  for (const { open } of features) {
    const feature = await open?.(services, options);
    if (!feature) continue;
    apis.add(...(feature.apis ?? []));
    opened.push(feature);
  }

  const [observer] = opened.flatMap((one) => one.observer ?? []);
  const [hints] = opened.flatMap((one) => one.hints ?? []);
  const [documents = anyDocument] = opened.flatMap((one) => one.documents ?? []);
  try {
    documents.reload(options.trusted, schema);
  } catch (error) {
    // A start goes on: after an upgrade, one document that is no longer valid must not keep the others from being served.
    const reason = reasonOf(error);
    log.error(`Not all trusted documents can be served: ${reason}`);
  }
  const pages: Pages = Object.assign({}, ...opened.map((one) => one.pages));

  const limits = new OperationLimits(bounds, introspection, known, hints);
  const execution = new ExecutionLimits(traffic.execution);
  const rotation = await SealRotation.open({
    ...{ state, clock: seal.clock, log },
    sweeps: [() => cache.sealAnew(), ...opened.flatMap(({ sealAnew }) => sealAnew ?? [])],
  });
  const caps = opened.flatMap(({ cap }) => cap ?? []);
  const operationServices: OperationServices = {
    documents,
    operations: new PreparedOperations(schema, limits, documents),
    limits,
    deduplicator: new Deduplicator(cache, execution),
    maskError: maskError((error) => log.error({ err: error }, 'An operation failed unexpectedly.')),
    onReceipt(lines, operation) {
      onReceipt?.(lines);
      // Most operations of a key are free, and concern no feature.
      if (lines.charged > 0 || operation.session?.purse !== undefined)
        for (const { receipt } of opened) receipt?.(lines, operation);
    },
    known,
    responseLimit: new ResponseLimit(bounds.responseBytes, known),
    observer,
    hooks: opened.filter(({ admit, quote }) => admit || quote),
  };
  const callers: Callers = {
    seal,
    newContext: (caller, began) => createContext(services, { budget: credits.budget, caps }, caller, observer, began),
  };
  const streams = new Streams(seal);
  let opening: Promise<Yoga> | undefined;
  /** Opened by the first request that needs it: its 363 modules are a sixth of those of a start. */
  const yoga = (): Promise<Yoga> => {
    opening ??= import('./transports/yoga-server.ts').then(({ createYogaServer }) =>
      createYogaServer({ services: operationServices, callers, streams }),
    );
    return opening;
  };
  const route = new GraphqlRoute(operationServices, callers);
  const cors = new Cors(() => origins, log);
  const counts = redisUrl === undefined ? undefined : await LimitRedis.open(redisUrl, services.space);
  const rates = new RequestRates(traffic.rates, known, services, counts);

  const { load, connections, trustedProxies } = traffic;
  const onRefused = observer && ((code: string, limit?: Limit) => observer.refused(code, limit));
  const { bodyBytes } = bounds;
  let retiring = false;
  const isRetiring = () => retiring;
  const { app, upgrades } = createHttpServer({
    isRetiring,
    cors,
    bodyBytes,
    arrivalMs,
    load,
    connections,
    unshed: opened.flatMap(({ unshed }) => unshed ?? []),
    trustedProxies,
    log,
    addresses: pages.addresses,
    metrics,
    onRefused,
  });
  const cookie = explorer && withCookie(seal);
  serveGraphql(app, { yoga, route, rates, known, limits, cors, page: pages.graphql, cookie, isRetiring, log });
  serveSessions(app, services, rates, options.sessions);
  if (!pages.addresses) app.get('/', (_, reply) => reply.redirect(graphqlPath));
  const http = {
    ...{ operations: operationServices, callers, limits, rates, host, cors, upgrades },
    origins: () => origins,
    behindProxy: trustedProxies.length > 0,
    commands: opened.flatMap(({ admin }) => admin ?? []),
  };
  for (const { routes } of opened) routes?.(app, http);
  const shown = options.profile?.names.xnet;
  const profiledWord = shown === undefined || shown === (options.names?.xnet ?? 'xnet') ? undefined : `xnet=${shown}`;
  if (profiledWord !== undefined) log.error(`${wordsToSet(profiledWord)}, as the data service’s profile says.`);
  const mismatch = (): string | undefined => {
    const word = client.wordMismatch() ?? profiledWord;
    return word === undefined ? undefined : wordProblem(word);
  };
  const { upstreamHeaders: headers, mayUseProxy } = options;
  serveHealth(app, { upstream: { url: upstreamUrl, headers, mayUseProxy }, isRetiring, mismatch });

  const reload = (to: ReloadableOptions): void => {
    // Before anything is replaced.
    const replaceDocuments = documents.reload(to.trusted, schema);
    const next = reloadableOf(to);
    limits.replace(next.limits);
    operationServices.responseLimit.replace(next.limits.responseBytes);
    replaceDocuments();
    operationServices.operations.clear();
    execution.replace(next.traffic.execution);
    rates.replace(next.traffic.rates);
    ({ origins, credits } = next);
  };

  const retire = (): void => {
    retiring = true;
  };

  const close = async (): Promise<void> => {
    retire();
    // Stop accepting connections first; Fastify's own close would still accept some.
    const closed = new Promise<void>((resolve) => app.server.close(() => resolve()));
    const ended = app.close();
    const deadline = setTimeout(() => app.server.closeAllConnections(), tracking.drainMs);
    // Cut streams before tasks close: after an error event, clients would not reconnect.
    streams.cut();
    for (const { disconnect } of opened) await disconnect?.(tracking.drainMs);
    quota.close(goingAway());
    services.feeds.close(goingAway());
    for (const feature of opened) await feature.stop?.(goingAway());
    app.server.closeIdleConnections();
    await closed;
    clearTimeout(deadline);
    await ended;
    await rotation.close();
    await client.close();
    for (const feature of opened) await feature.close?.();
    await services.close();
    counts?.close();
    if (!given.database) options.database.close();
  };
  const url = await listen(app, host, port).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return {
    ...{ url, cache, reload, retire, close, [Symbol.asyncDispose]: close },
    get sockets() {
      return apis.of(OpenSockets);
    },
    get pollers() {
      return apis.of(MappingTasks).pollers;
    },
  };
}
