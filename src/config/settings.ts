import Type, { type Static } from 'typebox';
import { apiKeyHeader, childTeamHeader, idempotencyKeyHeader, requestIdHeader } from '../contract/headers.ts';
import {
  choice,
  choices,
  day,
  flag,
  headers,
  integer,
  listener,
  networks,
  number,
  origins,
  path,
  secret,
  text,
  url,
  webOrigins,
  words,
} from './setting.ts';

/** Path of the configuration file; the only setting that the file itself cannot set. */
export const configFile = path({
  name: 'KITH_CONFIG',
  description: 'Configuration file, YAML or JSON; the environment takes precedence.',
});

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

const web = ['https:', 'http:'] as const;
const ports = { minimum: 0, maximum: 65_535 };
const second = 1000;
const hour = 3_600 * second;
const megabyte = 1024 * 1024;

/** Headers of calls to the data service that Kith sets itself. */
const ownHeaders = [
  apiKeyHeader,
  childTeamHeader,
  idempotencyKeyHeader,
  requestIdHeader,
  ...['accept', 'accept-encoding', 'connection', 'content-length', 'content-type', 'expect', 'host', 'keep-alive'],
  ...['te', 'traceparent', 'transfer-encoding', 'upgrade'],
];

/** The remote data service, and calls to either one. */
const upstream = {
  url: Type.Optional(
    url({
      name: 'KITH_UPSTREAM_URL',
      protocols: ['http:', 'https:'],
      bare: true,
      description:
        'Base URL of a remote data service, without a version such as `/v3`, instead of the embedded one. NODE_EXTRA_CA_CERTS adds certificate authorities.',
    }),
  ),
  timeoutMs: integer({
    name: 'KITH_UPSTREAM_TIMEOUT_MS',
    default: '30000',
    minimum: 1,
    maximum: 3_600_000,
    description: 'Time-out of a call to the data service, in milliseconds.',
  }),
  names: Type.Optional(
    words({
      name: 'KITH_UPSTREAM_NAMES',
      description:
        'A remote data service’s words for the interface’s `xnet` and `fundingdb`, such as `xnet=acme,fundingdb=basefund`. Words that it lacks are those of KITH_UPSTREAM_PROFILE; `kith doctor --upstream` finds the one for `xnet`.',
    }),
  ),
  profile: Type.Optional(
    path({
      name: 'KITH_UPSTREAM_PROFILE',
      description:
        'File written by `kith doctor --upstream --json`: which fields the data service does not search, how long its pages are, and its word for `xnet`.',
    }),
  ),
  headers: Type.Optional(
    headers({
      name: 'KITH_UPSTREAM_HEADERS',
      secret: true,
      except: ownHeaders,
      description:
        'More headers of each call to a remote data service, such as a gateway’s credential: `name=value`, separated by commas, percent-encoded. Those that Kith sets itself, such as `x-api-key`, are refused; `user-agent` is replaced.',
    }),
  ),
  connections: Type.Optional(
    integer({
      name: 'KITH_UPSTREAM_CONNECTIONS',
      minimum: 1,
      maximum: 10_000,
      description:
        'Maximum number of connections to the data service, each with one call at a time; further calls wait. Unset: 128 to an embedded service, 32 to a remote one.',
    }),
  ),
};

/** The embedded data service. */
const service = {
  port: integer({
    name: 'KITH_SERVICE_PORT',
    default: '4001',
    ...ports,
    description: 'Port of the embedded data service; `0`: any free one.',
  }),
  databaseUrl: Type.Optional(
    url({
      name: 'DATABASE_URL',
      secret: true,
      protocols: ['postgres:', 'postgresql:'],
      description:
        'PostgreSQL database (`postgres://…`) of the embedded service, instead of the store in the data directory.',
    }),
  ),
  searchUrls: Type.Optional(
    origins({
      name: 'KITH_SEARCH_URL',
      secret: true,
      protocols: web,
      description:
        'OpenSearch nodes (`https://user:password@host:9200`, separated by commas), which answer searches once filled from DATABASE_URL. NODE_EXTRA_CA_CERTS adds certificate authorities.',
    }),
  ),
  searchApiKey: Type.Optional(
    secret({
      name: 'KITH_SEARCH_API_KEY',
      minLength: 1,
      description: 'API key of the OpenSearch cluster, instead of a user and password in KITH_SEARCH_URL.',
    }),
  ),
  names: Type.Optional(
    words({
      name: 'KITH_SERVICE_NAMES',
      description:
        'The embedded data service’s words for `xnet` and `fundingdb`, to emulate another service; as in KITH_UPSTREAM_NAMES.',
    }),
  ),
  sample: flag({
    name: 'KITH_SAMPLE',
    default: 'on',
    description: 'Sample data and demo keys for an empty embedded store at its first start: `on` or `off`.',
  }),
  allow: choices({
    name: 'KITH_ALLOW',
    default: 'none',
    choices: ['demo-keys', 'private-callbacks'],
    description:
      'Permissions for development, separated by commas. `demo-keys`: serve a store with demo keys, which anybody knows, to other machines. `private-callbacks`: send callbacks and webhooks to loopback and private addresses over plain http.',
  }),
  billingUrl: url({
    name: 'KITH_BILLING_URL',
    default: 'https://kith.example/settings/billing',
    protocols: web,
    description: 'Address of the page for plans and overage protection; 402 answers contain it.',
  }),
  v2Until: Type.Optional(
    day({
      name: 'KITH_V2_UNTIL',
      description:
        'Last day (`YYYY-MM-DD`, UTC) of the embedded data service’s old interface, v2, announced in its headers; v2 answers 410 afterwards. Unset, July 15 of next year is announced, but not enforced.',
    }),
  ),
};

/** Budgets, and the cache of records. */
const credits = {
  budget: Type.Object({
    default: integer({
      name: 'KITH_CREDIT_BUDGET',
      reloads: true,
      default: '1000',
      minimum: 0,
      maximum: 1_000_000,
      description: 'Default credit budget of an operation; the header `x-credit-budget` sets another.',
    }),
    max: integer({
      name: 'KITH_CREDIT_BUDGET_MAX',
      reloads: true,
      default: '10000',
      minimum: 0,
      maximum: 1_000_000,
      description: 'Maximum credit budget that the header `x-credit-budget` can set.',
    }),
  }),
  cache: Type.Object({
    keepMs: integer({
      name: 'KITH_CACHE_SECONDS',
      default: '60',
      minimum: 0,
      maximum: 86_400,
      unit: second,
      description:
        'Lifetime of cached records, in seconds, during which a credential pays only once for each. `0` turns the cache off.',
    }),
    bytes: integer({
      name: 'KITH_CACHE_MEGABYTES',
      default: '64',
      minimum: 1,
      maximum: 65_536,
      unit: megabyte,
      description: 'Maximum size of the cache of records in memory, in megabytes.',
    }),
  }),
  keep: Type.Object({
    keepMs: integer({
      name: 'KITH_KEEP_DAYS',
      default: '0',
      minimum: 0,
      maximum: 90,
      unit: 24 * hour,
      description:
        'Lifetime of paid records on disk (or in Redis), in days, during which a credential pays only once for each. `0` keeps none beyond `KITH_CACHE_SECONDS`. Your provider’s terms and the law decide whether records may be kept.',
    }),
    bytes: integer({
      name: 'KITH_KEEP_MEGABYTES',
      default: '1024',
      minimum: 1,
      maximum: 1_048_576,
      unit: megabyte,
      description: 'Maximum size of the records kept on disk, in megabytes; the oldest are deleted first.',
    }),
  }),
};

/** Mapping tasks. */
const mapping = {
  retentionMs: integer({
    name: 'KITH_TASK_RETENTION_HOURS',
    default: '168',
    minimum: 1,
    maximum: 8_760,
    unit: hour,
    description: 'Retention of a mapping task, its query and its paid result, in hours.',
  }),
  publicUrl: Type.Optional(
    url({
      name: 'KITH_PUBLIC_URL',
      protocols: web,
      description:
        'Public URL of the graph, to which the data service sends callbacks when a mapping ends; unset, the graph only polls.',
    }),
  ),
  callbackSecret: Type.Optional(
    text({
      name: 'KITH_CALLBACK_SECRET',
      secret: true,
      pattern: /^(?=.{16})(whsec_)?[A-Za-z0-9+/]+={0,2}$/,
      expected: 'be a Standard Webhooks secret in base64, of 16 characters or more',
      description:
        'Standard Webhooks secret (`whsec_…`) that verifies callbacks; unset, unsigned ones are accepted: a callback only triggers a poll.',
    }),
  ),
};

/** Concurrency, rate and time limits, load shedding and draining. */
const traffic = {
  concurrency: integer({
    name: 'KITH_KEY_CONCURRENCY',
    reloads: true,
    default: '64',
    minimum: 1,
    maximum: 1_000_000,
    description:
      'Concurrency limit of one API key: operations and subscription events in a graph, and requests in the data service. Others are queued for up to ten seconds, then refused with 429.',
  }),
  keyPerMinute: Type.Optional(
    integer({
      name: 'KITH_KEY_PER_MINUTE',
      reloads: true,
      minimum: 1,
      maximum: 1_000_000_000,
      description:
        'Rate limit of one API key, in requests a minute, over all processes that share a Redis. The graph counts operations and sessions; the data service counts requests from other machines. Unset, none.',
    }),
  ),
  anonymousPerMinute: integer({
    name: 'KITH_ANONYMOUS_PER_MINUTE',
    reloads: true,
    default: '3000',
    minimum: 0,
    maximum: 1_000_000_000,
    description:
      'Rate limit of a client address without an accepted API key, in requests a minute, over all processes that share a Redis. It counts what KITH_KEY_PER_MINUTE counts, and WebSockets. `0`: no limit. Use this for a data service that nothing but a graph on another machine can reach.',
  }),
  operationMs: integer({
    name: 'KITH_OPERATION_SECONDS',
    reloads: true,
    default: '60',
    minimum: 1,
    maximum: 86_400,
    unit: second,
    description:
      'Deadline of an operation or a subscription event, in seconds. Free calls are aborted then; calls that may be charged are awaited.',
  }),
  trustedProxies: networks({
    name: 'KITH_TRUSTED_PROXIES',
    default: 'none',
    description:
      'Proxies whose `x-forwarded-for` gives the client address: addresses and networks (`10.0.0.0/8`), separated by commas.',
  }),
  loadShedding: flag({
    name: 'KITH_LOAD_SHEDDING',
    default: 'on',
    description:
      'Load shedding, `on` or `off`: a process whose event loop, heap, memory or queue is at its limit answers 503.',
  }),
  drainMs: integer({
    name: 'KITH_DRAIN_SECONDS',
    default: '5',
    minimum: 0,
    maximum: 600,
    unit: second,
    description:
      'Drain time-out, in seconds: after SIGTERM, a graph keeps answering this long, with `/readyz` at 503, then waits as long again for open requests.',
  }),
};

/** Features, tools for agents, watches, CORS origins, trusted documents and sessions. */
const access = {
  features: choices({
    name: 'KITH_FEATURES',
    default: 'explorer,graphiql,introspection',
    choices: ['explorer', 'graphiql', 'introspection'],
    description:
      'Optional features of a graph, separated by commas, or `none`. `explorer`: the web page at `/`. `graphiql`: GraphiQL at `/graphql`, which needs introspection. `introspection`: the schema, also for gateways that poll `_service`.',
  }),
  mcp: choice({
    name: 'KITH_MCP',
    default: 'auto',
    choices: ['auto', 'on', 'off'],
    description:
      'Tools for agents at `/mcp` (Model Context Protocol): `on` or `off`; `auto` is `on` only for the sample data on loopback. `kith mcp token` prints a token.',
  }),
  watches: choice({
    name: 'KITH_WATCHES',
    default: 'auto',
    choices: ['auto', 'on', 'off'],
    description:
      'Watches, which keep their owners’ keys, encrypted, and poll the data service for free: `on` or `off`; `auto` is `on` only for the sample data on loopback.',
  }),
  mcpIssuer: Type.Optional(
    url({
      name: 'KITH_MCP_ISSUER',
      protocols: web,
      bare: true,
      description:
        'OAuth authorization server whose JWTs `/mcp` accepts too, for the audience `KITH_PUBLIC_URL` followed by `/mcp`. Each subject gets a session of KITH_MCP_ISSUER_KEY with a purse, renewed every 30 days.',
    }),
  ),
  mcpIssuerKey: Type.Optional(
    secret({
      name: 'KITH_MCP_ISSUER_KEY',
      minLength: 1,
      description: 'API key with which the subjects of KITH_MCP_ISSUER act.',
    }),
  ),
  mcpIssuerTotal: integer({
    name: 'KITH_MCP_ISSUER_TOTAL',
    default: '50',
    minimum: 0,
    maximum: 1_000_000_000,
    description: 'Credits that each subject of KITH_MCP_ISSUER may spend in 30 days.',
  }),
  origins: webOrigins({
    name: 'KITH_ORIGINS',
    reloads: true,
    default: 'none',
    description: 'CORS origins, separated by commas, whose pages may call the graph.',
  }),
  trustedDocuments: Type.Optional(
    path({
      name: 'KITH_TRUSTED_DOCUMENTS',
      reloads: true,
      description:
        'JSON file of persisted operations (ids to documents, as Relay’s compiler or Apollo’s tools write it): apps send a `documentId`.',
    }),
  ),
  trustedOnly: choice({
    name: 'KITH_TRUSTED_DOCUMENTS_ONLY',
    reloads: true,
    default: '0',
    choices: ['0', 'log', '1'],
    description:
      'Policy for documents that are not in KITH_TRUSTED_DOCUMENTS: `0` serves them, `log` serves them and logs the hash of each, `1` refuses them.',
  }),
  sessionSeconds: integer({
    name: 'KITH_SESSION_SECONDS',
    default: '3600',
    minimum: 1,
    maximum: 86_400,
    description:
      'Maximum lifetime of a session of an app or of the explorer, in seconds. Sessions of agents and of invited people last up to 30 days, those of watches 400.',
  }),
};

/** Logs, metrics and traces. */
const telemetry = {
  logLevel: choice({
    name: 'KITH_LOG_LEVEL',
    default: 'info',
    choices: logLevels,
    description: 'Minimum level of log lines: `trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`.',
  }),
  auditLog: Type.Optional(
    path({
      name: 'KITH_AUDIT_LOG',
      description:
        'File to which audit lines (charges, purges, and changes to keys, teams, sessions and purses) are appended; unset, the log has them, at any level.',
    }),
  ),
  metrics: Type.Optional(
    listener({
      name: 'KITH_METRICS_PORT',
      description:
        'Port of `/metrics` (OpenMetrics), on 127.0.0.1 unless an address precedes it (`0.0.0.0:9464`); `0`: any free one. Under `kith serve`, the data service’s metrics are on the next port. Unset, none are served.',
    }),
  ),
  otel: flag({
    name: 'KITH_OTEL',
    default: 'off',
    description:
      'OpenTelemetry export by OTLP over HTTP, `on` or `off`: traces, and metrics every 15 seconds. The `OTEL_…` variables below apply only if it is on.',
  }),
  otlpEndpoint: url({
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    default: 'http://localhost:4318',
    protocols: ['http:', 'https:'],
    bare: true,
    description: 'Base URL of the OpenTelemetry collector; `/v1/metrics` and `/v1/traces` are appended.',
  }),
  otlpHeaders: Type.Optional(
    headers({
      name: 'OTEL_EXPORTER_OTLP_HEADERS',
      secret: true,
      description:
        'Headers of OTLP requests, such as a credential: `name=value`, separated by commas, percent-encoded.',
    }),
  ),
  traceRatio: number({
    name: 'OTEL_TRACES_SAMPLER_ARG',
    default: '0.01',
    minimum: 0,
    maximum: 1,
    description:
      'Share of traces that are recorded, from 0 to 1, for requests without a `traceparent` (`parentbased_traceidratio`).',
  }),
};

/** Settings of the whole process. */
const own = {
  port: integer({
    name: 'KITH_PORT',
    default: '4000',
    ...ports,
    description: 'Port of the graph; `0`: any free one.',
  }),
  host: text({
    name: 'KITH_HOST',
    default: '127.0.0.1',
    description: 'Address on which the graph and the embedded data service listen.',
  }),
  dataDir: path({
    name: 'KITH_DATA_DIR',
    default: '.kith',
    description:
      'Data directory (mode 700): the embedded store, generated secrets, and the graph’s mapping tasks and purses (`graph.sqlite`).',
  }),
  redisUrl: Type.Optional(
    url({
      name: 'REDIS_URL',
      secret: true,
      protocols: ['redis:', 'rediss:'],
      description:
        'Redis (`redis://…`) that graphs with the same KITH_SECRET share for mapping tasks, cached records, purses and rate limits.',
    }),
  ),
  secret: Type.Optional(
    secret({
      name: 'KITH_SECRET',
      minLength: 32,
      description:
        'Secret of 32 characters or more, the same on every replica: it seals sessions and what is stored, and signs page tokens and cursors. Unset, one is generated and kept in the data directory.',
    }),
  ),
  acceptedSecret: Type.Optional(
    secret({
      name: 'KITH_SECRET_ACCEPTED',
      minLength: 32,
      description: 'Previous or next KITH_SECRET, also accepted while it is rotated.',
    }),
  ),
  identitySecret: Type.Optional(
    secret({
      name: 'KITH_IDENTITY_SECRET',
      minLength: 32,
      description:
        'Key of the hashes that identify stored purses, sessions, mapping tasks and cached records. Unset, KITH_SECRET is used. Before you first rotate KITH_SECRET, set this to its present value; never change it after that, or all of these are lost.',
    }),
  ),
  apiKey: Type.Optional(
    secret({
      name: 'KITH_API_KEY',
      minLength: 1,
      description:
        'API key for commands that need one (such as `kith price`, `kith watch` and `kith doctor --upstream`); nothing else reads it.',
    }),
  ),
};

/** All settings but `configFile`, by group. */
export const variables = { ...own, upstream, service, credits, mapping, traffic, access, telemetry };

/** The schema of `Settings`; each leaf is a setting. */
export const settingsSchema = Type.Object({
  ...own,
  upstream: Type.Object(upstream),
  service: Type.Object(service),
  credits: Type.Object(credits),
  mapping: Type.Object(mapping),
  traffic: Type.Object(traffic),
  access: Type.Object(access),
  telemetry: Type.Object(telemetry),
});

/** The values of all settings: `…Ms` in milliseconds, `sessionSeconds` in seconds, sizes in bytes, paths absolute. */
export type Settings = Static<typeof settingsSchema>;
