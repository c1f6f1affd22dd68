import { resolve } from 'node:path';
import { isLoopback } from './address.ts';
import { type Variable, variables } from './env.ts';
import { type Environment, EnvReader } from './env-reader.ts';

/** Everything that can be set, judged once at the start. */
export interface Config {
  /** An address to listen on, as a name or number without brackets. */
  readonly host: string;
  /** The graph's port; 0: any that is free. */
  readonly port: number;
  /** Absolute. */
  readonly dataDir: string;
  readonly service: RemoteService | EmbeddedService;
  /** Undefined: made once and kept in the data directory. */
  readonly secret: string | undefined;
  /** Accepted beside it. */
  readonly acceptedSecret: string | undefined;
  /** Keys hashes that are stored; undefined: `secret` does. */
  readonly identitySecret: string | undefined;
  readonly logLevel: LogLevel;
  /** Milliseconds that one upstream call of the graph may take. */
  readonly upstreamTimeoutMs: number;
  /** Milliseconds between two looks at a mapping task: at first, and at most. */
  readonly taskPoll: { readonly firstMs: number; readonly longestMs: number };
  readonly tracking: TrackingConfig;
  /** What several graphs share; undefined: this graph is alone. */
  readonly redisUrl: string | undefined;
  /** How many processes run the graph; more than one share a Redis and a secret. */
  readonly workers: number;
  /** Credits that one operation may spend, usually and at most. */
  readonly creditBudget: { readonly usual: number; readonly most: number };
  /** With which `kith price` asks. */
  readonly apiKey: string | undefined;
  /** How long and how much of what was paid for is remembered. */
  readonly cache: {
    readonly keepMs: number;
    readonly trustMs: number;
    readonly bytes: number;
  };
  readonly guard: GuardConfig;
  readonly telemetry: TelemetryConfig;
  readonly traffic: TrafficConfig;
  /** Milliseconds without an answer after which the embedded service is replaced. */
  readonly hangMs: number;
}

/** What callers may take at once, in a minute, and for how long; times are in milliseconds. */
export interface TrafficConfig {
  /** Operations of one API key. */
  readonly operationsAtOnce: number;
  readonly queueMs: number;
  readonly operationMs: number;
  /** GraphQL requests of one API key; undefined: any number. */
  readonly operationsPerMinute: number | undefined;
  /** GraphQL requests without an accepted key from one address; undefined: any number. */
  readonly anonymousPerMinute: number | undefined;
  /** Addresses and networks. */
  readonly trustedProxies: readonly string[];
  /** Of the graph, at a time. */
  readonly connections: number;
  /** When a process takes on no more; 0: never. */
  readonly load: {
    readonly loopDelayMs: number;
    readonly heapPart: number;
    readonly memoryPart: number;
    readonly busyMs: number;
  };
}

/** What is measured, and where that goes. */
export interface TelemetryConfig {
  readonly metricsHost: string;
  /** 0: any that is free; undefined: none is served. */
  readonly metricsPort: number | undefined;
  readonly serviceMetricsPort: number | undefined;
  /** A collector; the address has no slash at its end. */
  readonly otlp: { readonly url: string; readonly headers: Readonly<Record<string, string>> } | undefined;
  /** The part of traces that begin here and are recorded, 0 to 1. */
  readonly traceRatio: number;
  /** Calls of the data service carry `traceparent`. */
  readonly traceUpstream: boolean;
  /** Undefined: that of the log. */
  readonly operationLogLevel: LogLevel | undefined;
  /** Absolute; undefined: the log. */
  readonly auditLog: string | undefined;
  /** The least charge that is audited. */
  readonly auditCredits: number;
}

/** What operations may ask, and who may ask them. */
export interface GuardConfig {
  readonly limits: {
    readonly depth: number;
    readonly tokens: number;
    readonly aliases: number;
    readonly rootFields: number;
    readonly variables: number;
    readonly objects: number;
    readonly elements: number;
    readonly calls: number;
    readonly bodyBytes: number;
    readonly responseBytes: number;
  };
  readonly introspection: boolean;
  readonly graphiql: boolean;
  /** The page for people is served. */
  readonly explorer: boolean;
  readonly origins: readonly string[];
  /** The file of trusted documents, absolute. */
  readonly trusted: { readonly file: string; readonly others: 'serve' | 'report' | 'refuse' } | undefined;
  readonly sessionSeconds: number;
}

/** How mapping tasks are followed and remembered; times are in milliseconds. */
export interface TrackingConfig {
  readonly unknownMs: number;
  readonly limitMs: number;
  readonly retentionMs: number;
  readonly drainMs: number;
  /** Between the end of readiness and the drain. */
  readonly drainDelayMs: number;
  /** Without a trailing slash. */
  readonly publicUrl: string | undefined;
  readonly callbackSecret: string | undefined;
  readonly subscriptionsPerKey: number;
  readonly subscriptionsPerSocket: number;
}

export interface RemoteService {
  readonly kind: 'remote';
  /** Without a trailing slash. */
  readonly url: string;
}

export interface EmbeddedService {
  readonly kind: 'embedded';
  readonly host: string;
  /** 0: any that is free. */
  readonly port: number;
  readonly store: StoreChoice;
  /** The cluster that answers searches; undefined: the store does. */
  readonly search: SearchConfig | undefined;
  /** Fill an empty store of our own with the sample. */
  readonly sample: boolean;
  readonly allowDemoKeys: boolean;
  readonly allowPrivateCallbacks: boolean;
  readonly urls: { readonly enableOverages: string; readonly upgradePlan: string };
  /** Undefined: any number. */
  readonly requestsPerMinute: number | undefined;
  /** Requests of a key at once, and searches of a key at once. */
  readonly requestsAtOnce: number;
  readonly searchesAtOnce: number;
  /** The longest search on the embedded store, in milliseconds; 0: any. */
  readonly searchMs: number;
  /** The last day of v2, `YYYY-MM-DD` (undefined: the service's default), and what comes then. */
  readonly v2: { readonly lastDay: string | undefined; readonly after: 'serve' | 'gone' };
}

/** A search cluster. */
export interface SearchConfig {
  /** Base addresses, without credentials. */
  readonly urls: readonly string[];
  readonly auth: { readonly username: string; readonly password: string } | { readonly apiKey: string } | undefined;
  /** Absolute. */
  readonly caFile: string | undefined;
  /** Primary shards of a new index of profiles. */
  readonly shards: number;
}

/** A configuration with the data service in it. */
export type EmbeddingConfig = Config & { readonly service: EmbeddedService };

export const embedsService = (config: Config): config is EmbeddingConfig => config.service.kind === 'embedded';

export type StoreChoice =
  | { readonly kind: 'pglite'; readonly dataDir: string }
  | { readonly kind: 'postgres'; readonly url: string; readonly statementTimeoutMs: number };

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Either a whole configuration, or a sentence for each mistake. */
export type ConfigResult =
  | { readonly config: Config; readonly problems?: never }
  | { readonly config?: never; readonly problems: readonly string[] };

/** Reads the environment; relative paths are taken from `directory`, and sentences name the file that a value came from. */
export const readConfig = (
  env: Environment,
  directory = '.',
  sources: ReadonlyMap<string, string> = new Map(),
): ConfigResult => {
  const reader = new EnvReader(env, sources);
  const config = configFrom(reader, directory);
  return reader.problems.length > 0 ? { problems: reader.problems } : { config };
};

const configFrom = (reader: EnvReader, directory: string): Config => {
  const host = reader.text(variables.host);
  const dataDir = resolve(directory, reader.text(variables.dataDir));
  const port = reader.integer(variables.port, 0, 65_535);
  return {
    host,
    port,
    dataDir,
    service: serviceFrom(reader, directory, host, port, dataDir),
    secret: reader.optionalText(variables.secret, 32),
    acceptedSecret: reader.optionalText(variables.acceptedSecret, 32),
    identitySecret: reader.optionalText(variables.identitySecret, 32),
    logLevel: reader.oneOf(variables.logLevel, logLevels),
    upstreamTimeoutMs: reader.integer(variables.upstreamTimeout, 1, 3_600_000),
    taskPoll: {
      firstMs: reader.integer(variables.taskPoll, 1, 3_600_000),
      longestMs: reader.integer(variables.taskPollMax, 1, 3_600_000),
    },
    tracking: trackingFrom(reader),
    redisUrl: redisFrom(reader),
    workers: workersFrom(reader),
    creditBudget: budgetFrom(reader),
    apiKey: reader.optionalText(variables.apiKey, 1),
    cache: {
      keepMs: reader.integer(variables.cacheSeconds, 0, 86_400) * 1000,
      trustMs: reader.integer(variables.cacheTrustSeconds, 0, 3600) * 1000,
      bytes: reader.integer(variables.cacheMegabytes, 1, 65_536) * 1024 * 1024,
    },
    guard: guardFrom(reader, directory),
    telemetry: telemetryFrom(reader, directory, port),
    traffic: trafficFrom(reader),
    hangMs: reader.integer(variables.hangSeconds, 1, 86_400) * 1000,
  };
};

const guardFrom = (reader: EnvReader, directory: string): GuardConfig => {
  const file = reader.optionalText(variables.trustedDocuments, 1);
  const only = reader.oneOf(variables.trustedOnly, ['0', 'log', '1']);
  if (only !== '0' && file === undefined)
    reader.addProblem(variables.trustedOnly, `needs ${variables.trustedDocuments.name}, but got nothing there`);
  const origins = (reader.optionalText(variables.origins, 1) ?? '').split(',').map((origin) => origin.trim());
  for (const origin of origins)
    if (origin !== '' && URL.parse(origin)?.origin !== origin)
      reader.addProblem(variables.origins, `must hold origins such as https://app.example, but got "${origin}"`);
  return {
    limits: {
      depth: reader.integer(variables.maxDepth, 1, 1_000),
      tokens: reader.integer(variables.maxTokens, 1, 1_000_000),
      aliases: reader.integer(variables.maxAliases, 0, 100_000),
      rootFields: reader.integer(variables.maxRootFields, 1, 100_000),
      variables: reader.integer(variables.maxVariables, 0, 100_000),
      objects: reader.integer(variables.maxObjects, 1, 1_000_000_000),
      elements: reader.integer(variables.maxElements, 1, 10_000_000),
      calls: reader.integer(variables.maxCalls, 0, 1_000_000),
      bodyBytes: reader.integer(variables.maxBodyBytes, 1, 1_073_741_824),
      responseBytes: reader.integer(variables.maxResponseBytes, 1, 1_073_741_824),
    },
    graphiql: reader.oneOf(variables.graphiql, ['on', 'off']) === 'on',
    explorer: reader.oneOf(variables.explorer, ['on', 'off']) === 'on',
    introspection: reader.oneOf(variables.introspection, ['on', 'off']) === 'on',
    origins: origins.filter((origin) => origin !== ''),
    trusted: file === undefined ? undefined : { file: resolve(directory, file), others: untrustedDocuments[only] },
    sessionSeconds: reader.integer(variables.sessionSeconds, 1, 86_400),
  };
};

const untrustedDocuments = { '0': 'serve', log: 'report', '1': 'refuse' } as const;

const telemetryFrom = (reader: EnvReader, directory: string, graphPort: number): TelemetryConfig => {
  const metricsPort = reader.optionalInteger(variables.metricsPort, 0, 65_535);
  const serviceMetricsPort = reader.optionalInteger(variables.serviceMetricsPort, 0, 65_535);
  const url = reader.optionalUrl(variables.otlpUrl, ['http:', 'https:']);
  const headers = reader.optionalText(variables.otlpHeaders, 1);
  const auditLog = reader.optionalText(variables.auditLog, 1);
  for (const [variable, port] of [
    [variables.metricsPort, metricsPort],
    [variables.serviceMetricsPort, serviceMetricsPort],
  ] as const)
    if (port !== undefined && port !== 0 && port === graphPort)
      reader.addProblem(variable, `must be another port than ${variables.port.name}, but got ${port} for both`);
  if (metricsPort !== undefined && metricsPort !== 0 && metricsPort === serviceMetricsPort)
    reader.addProblem(
      variables.serviceMetricsPort,
      `must be another port than ${variables.metricsPort.name}, but got ${metricsPort} for both`,
    );
  if (url && `${url.username}${url.password}${url.search}${url.hash}` !== '')
    reader.addProblem(
      variables.otlpUrl,
      `must hold no user, password, query or fragment; credentials go into ${variables.otlpHeaders.name}`,
    );
  if (headers !== undefined && url === undefined)
    reader.addProblem(variables.otlpHeaders, `needs ${variables.otlpUrl.name}, but got nothing there`);
  return {
    metricsHost: reader.text(variables.metricsHost),
    metricsPort,
    serviceMetricsPort,
    otlp: url && { url: url.href.replace(/\/$/, ''), headers: headersFrom(reader, headers ?? '') },
    traceRatio: reader.number(variables.tracePercent, 0, 100) / 100,
    traceUpstream: reader.oneOf(variables.traceUpstream, ['0', '1']) === '1',
    operationLogLevel: reader.has(variables.operationLogLevel)
      ? reader.oneOf({ ...variables.operationLogLevel, default: 'info' }, logLevels)
      : undefined,
    auditLog: auditLog === undefined ? undefined : resolve(directory, auditLog),
    auditCredits: reader.integer(variables.auditCredits, 1, 1_000_000),
  };
};

/** `name=value`, separated by commas; a value is never repeated in a sentence. */
const headersFrom = (reader: EnvReader, text: string): Readonly<Record<string, string>> => {
  const headers: Record<string, string> = {};
  for (const pair of text === '' ? [] : text.split(',')) {
    const [, name, value] = /^\s*([\w-]+)=(.+)$/.exec(pair) ?? [];
    if (name === undefined || value === undefined)
      reader.addProblem(variables.otlpHeaders, 'must hold name=value, separated by commas, but got something else');
    else headers[name] = value.trim();
  }
  return headers;
};

const trafficFrom = (reader: EnvReader): TrafficConfig => ({
  operationsAtOnce: reader.integer(variables.operationsAtOnce, 1, 1_000_000),
  queueMs: reader.integer(variables.queueSeconds, 0, 3_600) * 1000,
  operationMs: reader.integer(variables.operationSeconds, 1, 86_400) * 1000,
  operationsPerMinute: reader.optionalInteger(variables.operationsPerMinute, 1, 1_000_000_000),
  anonymousPerMinute: reader.integer(variables.anonymousPerMinute, 0, 1_000_000_000) || undefined,
  trustedProxies: reader.networks(variables.trustedProxies),
  connections: reader.integer(variables.maxConnections, 1, 1_000_000),
  load: {
    loopDelayMs: reader.integer(variables.loopDelay, 0, 3_600_000),
    heapPart: reader.integer(variables.heapPercent, 0, 100) / 100,
    memoryPart: reader.integer(variables.memoryPercent, 0, 100) / 100,
    busyMs: reader.integer(variables.busyMs, 0, 3_600_000),
  },
});

const hourMs = 3_600_000;

const trackingFrom = (reader: EnvReader): TrackingConfig => {
  const callbackSecret = reader.optionalText(variables.callbackSecret, 16);
  if (callbackSecret !== undefined && !/^(whsec_)?[A-Za-z0-9+/]+={0,2}$/.test(callbackSecret)) {
    reader.addProblem(variables.callbackSecret, 'must be a Standard Webhooks secret in base64, but got something else');
  }
  return {
    unknownMs: reader.integer(variables.taskUnknown, 1, 86_400) * 1000,
    limitMs: reader.integer(variables.taskLimit, 1, 8_760) * hourMs,
    retentionMs: reader.integer(variables.taskRetention, 1, 8_760) * hourMs,
    drainMs: reader.integer(variables.drainSeconds, 0, 600) * 1000,
    drainDelayMs: reader.integer(variables.drainDelaySeconds, 0, 600) * 1000,
    publicUrl: reader.optionalUrl(variables.publicUrl, ['https:', 'http:'])?.href.replace(/\/$/, ''),
    callbackSecret,
    subscriptionsPerKey: reader.integer(variables.subscriptionsPerKey, 1, 1_000_000),
    subscriptionsPerSocket: reader.integer(variables.subscriptionsPerSocket, 1, 1_000_000),
  };
};

const redisFrom = (reader: EnvReader): string | undefined => {
  const url = reader.optionalUrl(variables.redisUrl, ['redis:', 'rediss:']);
  if (url !== undefined && !reader.has(variables.secret)) {
    reader.addProblem(
      variables.secret,
      `must be set where ${variables.redisUrl.name} is, the same on every graph, but got nothing`,
    );
  }
  return url?.href;
};

const workersFrom = (reader: EnvReader): number => {
  const workers = reader.integer(variables.workers, 1, 64);
  if (workers === 1 || reader.has(variables.redisUrl)) return workers;
  const needs = (missing: Variable, why: string): void =>
    reader.addProblem(missing, `must be set where ${variables.workers.name} is more than 1: ${why}, but got nothing`);
  needs(variables.redisUrl, 'workers share through it what was paid for and what is known of mapping tasks');
  if (!reader.has(variables.secret)) needs(variables.secret, 'each must read what another has signed');
  return workers;
};

const budgetFrom = (reader: EnvReader): Config['creditBudget'] => {
  const usual = reader.integer(variables.creditBudget, 0, 1_000_000);
  const most = reader.integer(variables.creditBudgetMax, 0, 1_000_000);
  if (most < usual)
    reader.addProblem(
      variables.creditBudgetMax,
      `must not be less than ${variables.creditBudget.name}, but got ${most}`,
    );
  return { usual, most };
};

const searchFrom = (reader: EnvReader, directory: string, hasDatabase: boolean): SearchConfig | undefined => {
  const urls = reader.optionalUrls(variables.searchUrl, ['https:', 'http:']);
  const apiKey = reader.optionalText(variables.searchApiKey, 1);
  const caFile = reader.optionalText(variables.searchCaFile, 1);
  const shards = reader.integer(variables.searchShards, 1, 1024);
  if (urls === undefined) return undefined;
  if (!hasDatabase) {
    reader.addProblem(variables.databaseUrl, `must be set where ${variables.searchUrl.name} is, but got nothing`);
  }
  if (urls.some(({ pathname, search, hash }) => `${pathname}${search}${hash}` !== '/')) {
    reader.addProblem(variables.searchUrl, 'must hold addresses without a path, query or fragment, but got more');
  }
  const users = new Set(urls.map(({ username, password }) => `${username}:${password}`).filter((user) => user !== ':'));
  if (users.size > 1) reader.addProblem(variables.searchUrl, 'must name one user for all nodes, but got several');
  if (users.size > 0 && apiKey !== undefined) {
    reader.addProblem(
      variables.searchApiKey,
      `must not be set where ${variables.searchUrl.name} names a user, but both are`,
    );
  }
  const [username = '', password = ''] = [...users].flatMap((user) => user.split(':')).map(decodeURIComponent);
  return {
    urls: urls.map(({ origin }) => origin),
    auth: apiKey !== undefined ? { apiKey } : users.size > 0 ? { username, password } : undefined,
    caFile: caFile === undefined ? undefined : resolve(directory, caFile),
    shards,
  };
};

/** All variables are judged, those of the service that is not chosen too: a mistake stays one. */
const serviceFrom = (
  reader: EnvReader,
  directory: string,
  host: string,
  graphPort: number,
  dataDir: string,
): RemoteService | EmbeddedService => {
  const upstream = reader.optionalUrl(variables.upstreamUrl, ['http:', 'https:']);
  if (upstream !== undefined && `${upstream.username}${upstream.password}${upstream.search}${upstream.hash}` !== '') {
    reader.addProblem(
      variables.upstreamUrl,
      'must hold no user, password, query or fragment; keys come with each request',
    );
  }
  const database = reader.optionalUrl(variables.databaseUrl, ['postgres:', 'postgresql:']);
  const port = reader.integer(variables.servicePort, 0, 65_535);
  const statementTimeoutMs = reader.integer(variables.statementSeconds, 1, 3_600) * 1000;
  if (upstream === undefined && port !== 0 && port === graphPort) {
    reader.addProblem(
      variables.servicePort,
      `must be another port than ${variables.port.name}, but got ${port} for both`,
    );
  }
  const embedded: EmbeddedService = {
    kind: 'embedded',
    host,
    port,
    store:
      database === undefined
        ? { kind: 'pglite', dataDir }
        : { kind: 'postgres', url: database.href, statementTimeoutMs },
    search: searchFrom(reader, directory, database !== undefined),
    sample: reader.oneOf(variables.sample, ['on', 'off']) === 'on',
    allowDemoKeys: reader.oneOf(variables.allowDemoKeys, ['0', '1']) === '1',
    allowPrivateCallbacks: reader.oneOf(variables.allowPrivateCallbacks, ['0', '1']) === '1',
    urls: {
      enableOverages: reader.url(variables.enableOveragesUrl, ['https:', 'http:']).href,
      upgradePlan: reader.url(variables.upgradePlanUrl, ['https:', 'http:']).href,
    },
    requestsPerMinute: reader.optionalInteger(variables.requestsPerMinute, 1, 1_000_000),
    requestsAtOnce: reader.integer(variables.requestsAtOnce, 1, 1_000_000),
    searchesAtOnce: reader.integer(variables.searchesAtOnce, 1, 1_000_000),
    searchMs: reader.integer(variables.searchLimit, 0, 3_600_000),
    v2: {
      lastDay: reader.optionalDay(variables.v2Sunset),
      after: reader.oneOf(variables.v2AfterSunset, ['serve', 'gone']),
    },
  };
  return upstream === undefined ? embedded : { kind: 'remote', url: upstream.href.replace(/\/$/, '') };
};

export const servesLoopbackOnly = (config: { readonly host: string }): boolean => isLoopback(config.host);

/** Where a client on this machine finds a server that listens like this. */
export const addressOf = ({ host, port }: { readonly host: string; readonly port: number }): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
