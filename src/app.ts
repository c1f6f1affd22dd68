import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { CommandFailure, listenFailure } from './app/command-failure.ts';
import { closeDataDirectory } from './app/data-directory.ts';
import { demoKeys } from './app/demo-keys.ts';
import type { RunningService } from './app/embedded-service.ts';
import { readFirstQuery } from './app/first-query.ts';
import { adminSocketIn } from './app/graph-channel.ts';
import { keptSecret } from './app/kept-secret.ts';
import { loadGuardOf } from './app/load-guard.ts';
import { openAudit, openLog } from './app/log.ts';
import { probePort } from './app/probe-port.ts';
import type { Progress } from './app/progress.ts';
import { openMeasured } from './app/telemetry.ts';
import { profileOf, wordsOf } from './app/upstream-profile.ts';
import { ownVersion } from './app/version.ts';
import { type Config, type EmbeddingConfig, embedsService, mayUseProxy, servesLoopbackOnly } from './config/config.ts';
import { variables } from './config/settings.ts';
import type { McpIssuer } from './graph/features/mcp-host/issued-tokens.ts';
import type { UpstreamPlace } from './graph/http/health-route.ts';
import { StoreUnavailable } from './graph/state/store-unavailable.ts';
import { queueMs } from './http/limits/concurrency-limit.ts';
import { demoTeams } from './store/sample/demo.ts';
import { reasonOf } from './telemetry/reason.ts';

export interface App extends AsyncDisposable {
  /** `http://host:port`; the GraphQL endpoint is `/graphql`. */
  readonly graphUrl: string;
  /** The data service that the graph calls. */
  readonly serviceUrl: string;
  /** Whether the data service answered when the graph started. */
  readonly serviceAnswers: boolean;
  /** Whether the demo keys are valid here. */
  readonly demoKeys: boolean;
  /** Whether the graph serves the explorer at `/`. */
  readonly explorer: boolean;
  /** An example query for new users. */
  readonly firstQuery: string;
  /** Rejects with a `CommandFailure` when the service cannot continue; undefined if another program runs it. */
  readonly lost?: Promise<void> | undefined;
  /**
   * Applies the settings that can change at run time.
   *
   * @throws {CommandFailure} if a file that the configuration names cannot be used; nothing changes then
   */
  reload(config: Config): Promise<void>;
  /**
   * Starts draining: `/readyz` answers 503. Resolves after the drain delay, in which load balancers stop routing here.
   */
  retire(): Promise<void>;
  /** Finishes requests in flight, first the graph's, then releases all resources. */
  close(): Promise<void>;
}

/** Starts the data service, or locates one that another process embeds. */
type StartService = (config: EmbeddingConfig) => Promise<RunningService>;

/** The graph in this process. */
interface RunningGraph {
  readonly url: string;
  reload(config: Config): Promise<void>;
  /** Starts draining: `/readyz` answers 503, while requests are still served. */
  retire(): void;
  /** Finishes requests in flight, then releases all resources. */
  close(): Promise<void>;
}

export interface Overrides {
  readonly log?: Logger;
  readonly startService?: StartService;
}

/**
 * Opens the graph over the configured data service: a remote or an embedded one.
 *
 * @throws {CommandFailure} if the user can fix the cause, such as a port in use
 * @example
 * await using app = await openApp(config, { startService: startEmbedded() });
 * await fetch(`${app.graphUrl}/graphql`, { method: 'POST', headers, body });
 */
export const openApp = async (config: Config, overrides: Overrides = {}): Promise<App> => {
  const { log = openLog(config.telemetry.logLevel, 'graph'), startService = startEmbedded() } = overrides;
  await using opened = new AsyncDisposableStack();
  // Fail early: the service may take seconds to start.
  if (config.port !== 0) await probePort(config).catch(refused(config));
  const { service: named } = config;
  const starting =
    named.kind === 'remote'
      ? remoteService({ url: named.url, headers: config.upstream.headers, mayUseProxy: mayUseProxy(config) })
      : startService({ ...config, service: named });
  // The graph's modules load while the service starts.
  const [service, firstQuery] = await Promise.all([starting, readFirstQuery(), loadGraph()]);
  opened.defer(() => service.close());
  const graph = await openGraphOver(service, config, log, firstQuery);
  opened.defer(() => graph.close());
  await service.settled;

  const { url: serviceUrl, demoKeys, answers: serviceAnswers = true, lost } = service;
  // Start anyway: requests succeed as soon as the data service answers.
  if (!serviceAnswers)
    log.warn(
      { url: serviceUrl },
      `The data service does not answer; requests fail until it does. Set ${variables.upstream.url.name} to use another.`,
    );

  const everything = opened.move();
  const close = (): Promise<void> => everything.disposeAsync();
  return {
    graphUrl: graph.url,
    serviceUrl,
    serviceAnswers,
    demoKeys,
    explorer: serves(config, 'explorer'),
    firstQuery,
    lost,
    reload: async (to) => {
      await graph.reload(to);
      await service.reload?.(to);
    },
    retire: () => {
      graph.retire();
      return pause(config.traffic.drainMs);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
};

/** Path of the graph's socket for administration commands; undefined if the data directory cannot be used. */
const adminSocketOf = async ({ dataDir }: Config, log: Logger): Promise<string | undefined> => {
  try {
    await closeDataDirectory(dataDir);
    return adminSocketIn(dataDir);
  } catch (error) {
    log.warn({ err: error }, 'Commands reach the graph only over TCP, because its data directory cannot be used.');
    return undefined;
  }
};

interface StartOptions {
  readonly onProgress?: (progress: Progress) => void;
}

const loadGraph = () => import('./graph/server.ts');

/**
 * Returns a function that starts the embedded service in this process, next to the graph. A new store is created while
 * modules load.
 */
export const startEmbedded =
  ({ onProgress = () => undefined }: StartOptions = {}): StartService =>
  async (config) => {
    const { openEmbeddedService } = await import('./app/embedded-service.ts');
    const log = openLog(config.telemetry.logLevel, 'service');
    const service = await openEmbeddedService(besideGraph(config), { log, onProgress });
    return { ...service, reload: (to) => service.reload(besideGraph(to)) };
  };

/**
 * The service next to a graph: its metrics use the next port, and the graph applies rate limits and load shedding for
 * both.
 */
const besideGraph = <Some extends Config>(config: Some): Some => {
  const { keyPerMinute: _, ...traffic } = config.traffic;
  const { metrics, ...telemetry } = config.telemetry;
  return {
    ...config,
    traffic: { ...traffic, loadShedding: false },
    telemetry: { ...telemetry, ...(metrics && { metrics: { ...metrics, port: metrics.port && metrics.port + 1 } }) },
  };
};

/** How long a start waits for the data service, which may be busy, before it says that it does not answer. */
const patienceMs = 10_000;

/** A data service that another program runs. */
export const remoteService = async (upstream: UpstreamPlace): Promise<RunningService> => {
  const { upstreamAnswers } = await import('./graph/http/health-route.ts');
  const isThere = await upstreamAnswers(upstream, patienceMs);
  return { url: upstream.url, demoKeys: false, answers: isThere, close: async () => undefined };
};

/** Opens the graph with its telemetry. */
const openGraphOver = async (
  service: RunningService,
  config: Config,
  log: Logger,
  query: string,
): Promise<RunningGraph> => {
  const [{ openGraph }, { openGraphDatabase, openKeptDatabase }] = await Promise.all([
    loadGraph(),
    import('./app/graph-database.ts'),
  ]);
  const secret = config.secret ?? (await keptSecret(config.dataDir, 'secret'));
  await using opened = new AsyncDisposableStack();
  const { telemetry, close } = await openMeasured(config, 'graph', log);
  opened.defer(close);
  const adminSocket = await adminSocketOf(config, log);
  const database = opened.use(await openGraphDatabase(config).catch(refused(config)));
  const keptDatabase = await openKeptDatabase(config).catch(refused(config));
  const profile = await profileOf(config, log);
  const graph = await openGraph({
    upstreamUrl: service.url,
    names: wordsOf(config, profile),
    profile,
    chargesOncePerKey: embedsService(config),
    upstreamConnections: config.upstream.connections ?? (embedsService(config) ? 128 : 32),
    upstreamHeaders: config.upstream.headers,
    mayUseProxy: mayUseProxy(config),
    host: config.host,
    port: config.port,
    log,
    upstreamTimeoutMs: config.upstream.timeoutMs,
    tracking: { ...config.mapping, drainMs: config.traffic.drainMs, secret: config.identitySecret ?? secret },
    ...(await reloadableFrom(config)),
    introspection: serves(config, 'introspection'),
    secret,
    acceptedSecret: config.acceptedSecret,
    identitySecret: config.identitySecret,
    adminSocket,
    database,
    keptDatabase,
    redisUrl: config.redisUrl,
    sessions: { maxSeconds: config.access.sessionSeconds },
    graphiql: !serves(config, 'graphiql') ? 'off' : service.demoKeys ? { query, apiKey: demoTeams.team.key } : {},
    ...(serves(config, 'explorer') && { explorer: { source: explorerFiles, demo: demoOf(service, config) } }),
    ...(isOn(config.access.watches, service, config) && {
      watches: { allowPrivate: config.service.allow.includes('private-callbacks') },
    }),
    ...(isOn(config.access.mcp, service, config) && { mcp: mcpTools, mcpIssuer: issuerOf(config) }),
    telemetry,
    operationLog: log,
    audit: openAudit(log, config),
  }).catch(refused(config));
  opened.defer(() => graph.close());
  const everything = opened.move();
  return {
    url: graph.url,
    reload: async (to) => {
      const latest = await reloadableFrom(to);
      const { UnusableDocuments } = await import('./graph/features/trusted-documents/trusted-documents.ts');
      try {
        graph.reload(latest);
      } catch (error) {
        if (!(error instanceof UnusableDocuments)) throw error;
        throw new CommandFailure(
          `The trusted documents in ${to.access.trustedDocuments} cannot be used: ${error.message}`,
        );
      }
    },
    retire: () => graph.retire(),
    close: () => everything.disposeAsync(),
  };
};

const serves = ({ access }: Config, feature: Config['access']['features'][number]): boolean =>
  access.features.includes(feature);

/** Resolves `auto`: on only for the sample data on loopback. */
const isOn = (choice: 'auto' | 'on' | 'off', { demoKeys: shown }: Pick<RunningService, 'demoKeys'>, config: Config) =>
  choice === 'on' || (choice === 'auto' && shown && servesLoopbackOnly(config));

/** The authorization server that issues tokens for tools, if one is configured. */
const issuerOf = ({ access, mapping: { publicUrl } }: Config): McpIssuer | undefined => {
  const { mcpIssuer: url, mcpIssuerKey: apiKey, mcpIssuerTotal: total } = access;
  if (url === undefined || apiKey === undefined || publicUrl === undefined) return undefined;
  return { url, apiKey, total, resource: `${publicUrl}/mcp` };
};

const mcpTools = async () => {
  const [{ createHandler }, version] = await Promise.all([import('./mcp/handler.ts'), ownVersion()]);
  return createHandler(version);
};

const explorerFiles = async () => {
  const { loadExplorer } = await import('./app/explorer/load.ts');
  return loadExplorer();
};

/** Teams that the explorer shows without a key: the sample's, whose keys are public, and only on loopback. */
const demoOf = ({ demoKeys: shown }: Pick<RunningService, 'demoKeys'>, config: Config) =>
  shown && servesLoopbackOnly(config)
    ? demoKeys.map(({ name, label, key, meaning, childTeams }) => ({
        ...{ team: name, label, meaning, apiKey: key, childTeams },
      }))
    : [];

/**
 * The options of a graph that can change at run time.
 *
 * @throws {CommandFailure} if the file of trusted documents cannot be used
 */
const reloadableFrom = async (config: Config) => ({
  credits: config.credits,
  origins: config.access.origins,
  traffic: trafficOf(config),
  ...(await trustedBy(config)),
});

const trafficOf = ({ traffic }: Config) => ({
  execution: {
    concurrency: { atOnce: traffic.concurrency, waitMs: queueMs },
    deadlineMs: traffic.operationMs,
  },
  rates: { perKey: traffic.keyPerMinute, perAddress: traffic.anonymousPerMinute || undefined },
  load: loadGuardOf({ traffic }),
  trustedProxies: traffic.trustedProxies,
});

const others = { '0': 'serve', log: 'report', '1': 'refuse' } as const;

/** The trusted documents, if the configuration names a file of them. */
const trustedBy = async ({ access: { trustedDocuments: file, trustedOnly } }: Config) => {
  if (file === undefined) return {};
  const { parseManifest } = await import('./graph/features/trusted-documents/document-manifest.ts');
  try {
    return { trusted: { byId: parseManifest(await readFile(file, 'utf8')), others: others[trustedOnly] } };
  } catch (error) {
    const reason = reasonOf(error);
    throw new CommandFailure(`The trusted documents cannot be read from ${file}: ${reason}`);
  }
};

const refused =
  (config: Config) =>
  (error: unknown): never => {
    if (error instanceof StoreUnavailable) throw new CommandFailure(error.message);
    throw listenFailure(error, 'The graph', variables.port.name, config);
  };
