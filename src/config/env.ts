/** A variable of the environment: the one place where its name, default and meaning are written. */
export interface Variable {
  readonly name: string;
  /** What holds when it is unset or empty; absent: nothing. */
  readonly default?: string;
  /** One sentence for the person who sets it. */
  readonly meaning: string;
  /** Its value may also stand in a file, which the variable of this name with `_FILE` names. */
  readonly secret?: true;
  /** A running graph takes up another value when it is told to read its configuration again. */
  readonly reloads?: true;
}

/** The variable that names a file in which a secret stands. */
export const secretFileOf = ({ name }: Variable): string => `${name}_FILE`;

export const variables = {
  config: {
    name: 'KITH_CONFIG',
    meaning: 'Configuration file, YAML or JSON, that sets any of these variables; the environment takes precedence.',
  },
  port: { name: 'KITH_PORT', default: '4000', meaning: 'Port of the graph; `0`: any free one.' },
  servicePort: {
    name: 'KITH_SERVICE_PORT',
    default: '4001',
    meaning: 'Port of the embedded data service; `0`: any free one.',
  },
  host: {
    name: 'KITH_HOST',
    default: '127.0.0.1',
    meaning: 'Address on which the graph and the embedded data service listen.',
  },
  dataDir: {
    name: 'KITH_DATA_DIR',
    default: '.kith',
    meaning:
      'Data directory: the embedded store, generated secrets, and the graph’s mapping tasks and purses (`graph.sqlite`; a `journal` of earlier versions is converted once). Accessible to its owner alone (mode 700), since it holds secrets.',
  },
  upstreamUrl: {
    name: 'KITH_UPSTREAM_URL',
    meaning: 'Base URL of a remote data service, which gets all calls; none is embedded then.',
  },
  upstreamTimeout: {
    name: 'KITH_UPSTREAM_TIMEOUT_MS',
    default: '30000',
    meaning: 'Time-out of a call of the data service, in milliseconds.',
  },
  taskPoll: {
    name: 'KITH_TASK_POLL_MS',
    default: '250',
    meaning: 'Initial polling interval of a followed mapping task, in milliseconds; later intervals grow.',
  },
  taskPollMax: {
    name: 'KITH_TASK_POLL_MAX_MS',
    default: '10000',
    meaning: 'Maximum polling interval of a followed mapping task, in milliseconds.',
  },
  taskUnknown: {
    name: 'KITH_TASK_UNKNOWN_SECONDS',
    default: '60',
    meaning: 'Time that a followed mapping task may be unknown to the data service before its stream ends, in seconds.',
  },
  taskLimit: {
    name: 'KITH_TASK_LIMIT_HOURS',
    default: '24',
    meaning: 'Maximum time that a mapping task is followed, in hours.',
  },
  taskRetention: {
    name: 'KITH_TASK_RETENTION_HOURS',
    default: '168',
    meaning: 'Retention of a mapping task, its query and the result that was paid for, in hours.',
  },
  publicUrl: {
    name: 'KITH_PUBLIC_URL',
    meaning:
      'Public URL of the graph, to which the data service sends callbacks (`/callbacks/…`) when a mapping ends; unset, the graph only polls.',
  },
  callbackSecret: {
    name: 'KITH_CALLBACK_SECRET',
    secret: true,
    meaning:
      'Standard Webhooks secret (`whsec_…`) that verifies callbacks; unset, unsigned ones are accepted, since a callback only triggers a poll.',
  },
  subscriptionsPerKey: {
    name: 'KITH_SUBSCRIPTIONS_PER_KEY',
    default: '20000',
    meaning: 'Maximum number of open subscriptions of an API key on one graph.',
  },
  subscriptionsPerSocket: {
    name: 'KITH_SUBSCRIPTIONS_PER_SOCKET',
    default: '1000',
    meaning: 'Maximum number of open operations on a WebSocket.',
  },
  drainSeconds: {
    name: 'KITH_DRAIN_SECONDS',
    default: '5',
    meaning:
      'Drain time-out: how long a stopping graph waits for subscribers to disconnect and requests to be answered, in seconds. Calls that may be charged are always awaited.',
  },
  drainDelaySeconds: {
    name: 'KITH_DRAIN_DELAY_SECONDS',
    default: '5',
    meaning:
      'Delay between SIGTERM and the drain, in seconds: the graph goes on answering, with `/readyz` at 503 and `connection: close`, so that load balancers send requests elsewhere.',
  },
  workers: {
    name: 'KITH_WORKERS',
    default: '1',
    meaning:
      'Number of processes, at most 64, that run the graph on one port; several need REDIS_URL and KITH_SECRET, which they share.',
  },
  redisUrl: {
    name: 'REDIS_URL',
    secret: true,
    meaning:
      'Redis (`redis://…`) that several graphs share for mapping tasks, cached records, purses and rate limits; all need the same KITH_SECRET.',
  },
  creditBudget: {
    name: 'KITH_CREDIT_BUDGET',
    reloads: true,
    default: '1000',
    meaning: 'Default credit budget of an operation; the header `x-credit-budget` sets another.',
  },
  creditBudgetMax: {
    name: 'KITH_CREDIT_BUDGET_MAX',
    reloads: true,
    default: '10000',
    meaning: 'Maximum credit budget that the header `x-credit-budget` can set.',
  },
  apiKey: {
    name: 'KITH_API_KEY',
    secret: true,
    meaning:
      'API key of the commands that ask a graph (`kith price`, `kith purse`, `kith explore`); nothing else reads it.',
  },
  cacheSeconds: {
    name: 'KITH_CACHE_SECONDS',
    default: '60',
    meaning:
      'Lifetime of cached records, in seconds: a record is charged once in it for each credential. `0` turns the cache off.',
  },
  cacheTrustSeconds: {
    name: 'KITH_CACHE_TRUST_SECONDS',
    default: '5',
    meaning:
      'Time after which a credential is checked again (a free call) before it is served cached records, in seconds, since keys can be revoked.',
  },
  cacheMegabytes: {
    name: 'KITH_CACHE_MEGABYTES',
    default: '64',
    meaning: 'Maximum size of the cache of records in memory, in megabytes.',
  },
  maxDepth: {
    name: 'KITH_MAX_DEPTH',
    reloads: true,
    default: '20',
    meaning: 'Maximum depth of an operation, in nested fields.',
  },
  maxTokens: {
    name: 'KITH_MAX_TOKENS',
    reloads: true,
    default: '4000',
    meaning: 'Maximum number of tokens in a document.',
  },
  maxAliases: {
    name: 'KITH_MAX_ALIASES',
    reloads: true,
    default: '100',
    meaning: 'Maximum number of aliases in an operation.',
  },
  maxRootFields: {
    name: 'KITH_MAX_ROOT_FIELDS',
    reloads: true,
    default: '150',
    meaning: 'Maximum number of root fields of an operation, those of its fragments included.',
  },
  maxVariables: {
    name: 'KITH_MAX_VARIABLES',
    reloads: true,
    default: '500',
    meaning: 'Maximum number of variables that an operation declares.',
  },
  maxObjects: {
    name: 'KITH_MAX_OBJECTS',
    reloads: true,
    default: '250000',
    meaning: 'Maximum number of objects in the lists that an operation requests, estimated from their size arguments.',
  },
  maxElements: {
    name: 'KITH_MAX_ELEMENTS',
    reloads: true,
    default: '10000',
    meaning: 'Maximum number of list elements in an operation’s variables; without an accepted key 1,000.',
  },
  maxCalls: {
    name: 'KITH_MAX_CALLS',
    reloads: true,
    default: '1000',
    meaning: 'Maximum number of upstream calls of fields that cannot be batched, below lists.',
  },
  maxBodyBytes: {
    name: 'KITH_MAX_BODY_BYTES',
    default: '1048576',
    meaning: 'Maximum size of a request body, in bytes; without an accepted key 64 KiB.',
  },
  maxResponseBytes: {
    name: 'KITH_MAX_RESPONSE_BYTES',
    reloads: true,
    default: '67108864',
    meaning:
      'Maximum size of a response of the graph, in bytes; without an accepted key 256 KiB, for the schema 4 MiB.',
  },
  operationsAtOnce: {
    name: 'KITH_OPERATIONS_AT_ONCE',
    reloads: true,
    default: '64',
    meaning:
      'Concurrency limit: operations of one API key, and events of its subscriptions, that a graph executes at once; others are queued.',
  },
  queueSeconds: {
    name: 'KITH_QUEUE_SECONDS',
    reloads: true,
    default: '10',
    meaning:
      'Maximum time in the queue of a concurrency limit, of the graph or the data service, in seconds; then the answer is 429. Events wait for as long as it takes.',
  },
  operationSeconds: {
    name: 'KITH_OPERATION_SECONDS',
    reloads: true,
    default: '60',
    meaning:
      'Deadline of an operation, or of an event of a subscription, in seconds: what is not paid for is aborted then, and the receipt says what was charged. Calls that may be charged are awaited.',
  },
  operationsPerMinute: {
    name: 'KITH_OPERATIONS_PER_MINUTE',
    reloads: true,
    meaning:
      'Rate limit of requests for operations and sessions a minute for an API key, over all graphs that share a Redis; unset, none.',
  },
  anonymousPerMinute: {
    name: 'KITH_ANONYMOUS_PER_MINUTE',
    reloads: true,
    default: '3000',
    meaning:
      'Rate limit of requests a minute without an accepted API key, for a client address: on the graph those for operations and sessions, and WebSockets, on the data service those from other machines; each over all processes that share a Redis. `0`: none, as it should be for a data service that only a graph on another machine can reach: all of that graph’s callers come from one address.',
  },
  trustedProxies: {
    name: 'KITH_TRUSTED_PROXIES',
    meaning:
      'Trusted proxies, as addresses and networks (`10.0.0.0/8`) separated by commas: their `x-forwarded-for` gives the client address. Unset, none is trusted, since anybody can send that header.',
  },
  maxConnections: {
    name: 'KITH_MAX_CONNECTIONS',
    default: '20000',
    meaning:
      'Maximum number of connections to a graph at a time, WebSockets included: more are closed as they come. The process may need as many descriptors (`ulimit -n`), and some for the data service.',
  },
  loopDelay: {
    name: 'KITH_LOOP_DELAY_MS',
    default: '1000',
    meaning:
      'Load shedding by event loop delay, in milliseconds: a higher mean over two seconds, in the graph or the data service, is answered with 503. `0` turns it off.',
  },
  busyMs: {
    name: 'KITH_BUSY_MS',
    default: '100',
    meaning:
      'Load shedding by queueing time, in milliseconds: how much longer than usual the requests under way, of the graph or the data service, may take at the present rate before others are answered with 503. It needs an event loop that is never idle, and more than 64 requests under way. `0` turns it off.',
  },
  heapPercent: {
    name: 'KITH_HEAP_PERCENT',
    default: '90',
    meaning:
      'Load shedding by heap usage, in per cent of the heap limit: requests above it are answered with 503. `0` turns it off.',
  },
  memoryPercent: {
    name: 'KITH_MEMORY_PERCENT',
    default: '90',
    meaning:
      'Load shedding by memory, in per cent of the memory limit of the container or unit: requests to a process are answered with 503 while more of it is resident and, after a garbage collection, most of that is in use. Processes that share a limit are each judged by their own memory against all of it. Without a limit below the machine’s memory there is none; `0` turns it off.',
  },
  graphiql: {
    name: 'KITH_GRAPHIQL',
    default: 'on',
    meaning: 'GraphiQL at `/graphql` for browsers, which also needs KITH_INTROSPECTION: `on` or `off`.',
  },
  explorer: {
    name: 'KITH_EXPLORER',
    default: 'on',
    meaning: 'Explorer, the web page for people, at `/`: `on` or `off`.',
  },
  introspection: {
    name: 'KITH_INTROSPECTION',
    default: 'on',
    meaning: 'Introspection of the schema, which GraphiQL needs, and gateways that poll `_service`: `on` or `off`.',
  },
  origins: {
    name: 'KITH_ORIGINS',
    reloads: true,
    meaning: 'CORS origins, separated by commas, whose pages may call the graph; unset, only its own.',
  },
  trustedDocuments: {
    name: 'KITH_TRUSTED_DOCUMENTS',
    reloads: true,
    meaning:
      'JSON file of persisted operations, ids to documents, as Relay’s compiler or Apollo’s tools write it: apps send a `documentId` instead of a document.',
  },
  trustedOnly: {
    name: 'KITH_TRUSTED_DOCUMENTS_ONLY',
    reloads: true,
    default: '0',
    meaning:
      'Policy for documents that are not in KITH_TRUSTED_DOCUMENTS: `0` serves them, `log` serves them and logs their hash and operation names, `1` refuses them.',
  },
  sessionSeconds: {
    name: 'KITH_SESSION_SECONDS',
    default: '3600',
    meaning: 'Maximum lifetime of a session, in seconds.',
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    secret: true,
    meaning:
      'PostgreSQL database (`postgres://…`) of the embedded service, instead of the store in the data directory.',
  },
  searchUrl: {
    name: 'KITH_SEARCH_URL',
    secret: true,
    meaning:
      'OpenSearch nodes (`https://user:password@host:9200`, several separated by commas): the cluster answers searches once it has been filled from DATABASE_URL, which it needs.',
  },
  searchApiKey: {
    name: 'KITH_SEARCH_API_KEY',
    secret: true,
    meaning: 'API key of the OpenSearch cluster, instead of a user and password in KITH_SEARCH_URL.',
  },
  searchCaFile: {
    name: 'KITH_SEARCH_CA_FILE',
    meaning: 'PEM file of certificate authorities that verify the OpenSearch cluster, instead of the public ones.',
  },
  searchShards: {
    name: 'KITH_SEARCH_SHARDS',
    default: '3',
    meaning:
      'Number of primary shards of a new index of profiles: about one for each 10 million profiles, and at least one for each node.',
  },
  secret: {
    name: 'KITH_SECRET',
    secret: true,
    meaning:
      'Secret of 32 characters or more, the same on every replica: it signs sessions, page tokens and cursors, and keys stored hashes unless KITH_IDENTITY_SECRET does. Unset, one is generated and kept in the data directory.',
  },
  acceptedSecret: {
    name: 'KITH_SECRET_ACCEPTED',
    secret: true,
    meaning:
      'Previous or next secret, whose sessions and page tokens are accepted beside those of KITH_SECRET while it is rotated.',
  },
  identitySecret: {
    name: 'KITH_IDENTITY_SECRET',
    secret: true,
    meaning:
      'Secret that keys the hashes of credentials under which purses, sessions, mapping tasks and cached records are stored; unset: KITH_SECRET. When that is rotated, set this to its first value for good, or they are no longer found.',
  },
  sample: {
    name: 'KITH_SAMPLE',
    default: 'on',
    meaning: 'Sample data and demo keys for an empty embedded store at its first start: `on` or `off`.',
  },
  allowDemoKeys: {
    name: 'KITH_ALLOW_DEMO_KEYS',
    default: '0',
    meaning:
      'Permission to serve a store with demo keys, which anybody knows, on an address that is not loopback: `1` or `0`.',
  },
  allowPrivateCallbacks: {
    name: 'KITH_ALLOW_PRIVATE_CALLBACKS',
    default: '0',
    meaning:
      'Permission to send callbacks to loopback and private addresses over plain http, for development: `1` or `0`.',
  },
  enableOveragesUrl: {
    name: 'KITH_ENABLE_OVERAGES_URL',
    default: 'https://kith.example/settings/billing',
    meaning: 'Link in 402 answers to the page on which overage protection is turned off.',
  },
  upgradePlanUrl: {
    name: 'KITH_UPGRADE_PLAN_URL',
    default: 'https://kith.example/settings/plan',
    meaning: 'Link in 402 answers to the page on which the plan is upgraded.',
  },
  requestsAtOnce: {
    name: 'KITH_REQUESTS_AT_ONCE',
    reloads: true,
    default: '64',
    meaning: 'Concurrency limit: requests of one key that the data service answers at once; others are queued.',
  },
  searchesAtOnce: {
    name: 'KITH_SEARCHES_AT_ONCE',
    reloads: true,
    default: '4',
    meaning:
      'Concurrency limit of one key’s searches; costly ones on the embedded store run one at a time, keys in turn.',
  },
  searchLimit: {
    name: 'KITH_SEARCH_MS',
    reloads: true,
    default: '250',
    meaning:
      'Cost limit of a search on the embedded store, in milliseconds as estimated before it runs; costlier ones are refused. `0`: none.',
  },
  statementSeconds: {
    name: 'KITH_STATEMENT_SECONDS',
    default: '30',
    meaning:
      'Statement time-out on PostgreSQL, in seconds; a search is answered with 400 then, since it asks too much, any other request with 503.',
  },
  requestsPerMinute: {
    name: 'KITH_REQUESTS_PER_MINUTE',
    reloads: true,
    meaning:
      'Rate limit of requests a minute of the data service for a key, over all services that share a Redis; unset, none.',
  },
  v2Sunset: {
    name: 'KITH_V2_SUNSET',
    meaning:
      'Sunset date of v2 (`YYYY-MM-DD`, to its end in UTC), as its answers’ headers say; unset, July 15 of next year.',
  },
  v2AfterSunset: {
    name: 'KITH_V2_AFTER_SUNSET',
    default: 'serve',
    meaning: 'Behaviour of v2 after its sunset: `serve` goes on, `gone` answers 410.',
  },
  logLevel: {
    name: 'KITH_LOG_LEVEL',
    default: 'info',
    meaning: 'Minimum level of log lines: `trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`.',
  },
  metricsPort: {
    name: 'KITH_METRICS_PORT',
    meaning:
      'Port of the graph’s metrics, of all workers together: `/metrics` as OpenMetrics; `0`: any free one. Unset, none are served.',
  },
  serviceMetricsPort: {
    name: 'KITH_SERVICE_METRICS_PORT',
    meaning:
      'Port of the metrics of the embedded data service and its store; `0`: any free one. Unset, none are served.',
  },
  metricsHost: {
    name: 'KITH_METRICS_HOST',
    default: '127.0.0.1',
    meaning: 'Address on which metrics are served, of the graph and of the data service.',
  },
  otlpUrl: {
    name: 'KITH_OTLP_URL',
    meaning:
      'Base URL of an OpenTelemetry collector (`http://collector:4318`), to which metrics, every 15 seconds, and traces are exported by OTLP over HTTP; `/v1/metrics` and `/v1/traces` are appended.',
  },
  otlpHeaders: {
    name: 'KITH_OTLP_HEADERS',
    secret: true,
    meaning: 'Headers of OTLP requests, such as the collector’s credential: `name=value`, several separated by commas.',
  },
  tracePercent: {
    name: 'KITH_TRACE_PERCENT',
    default: '1',
    meaning:
      'Sampling rate of traces, in per cent (fractions allowed), for requests without a `traceparent`; for others their header decides.',
  },
  traceUpstream: {
    name: 'KITH_TRACE_UPSTREAM',
    default: '0',
    meaning: 'Trace propagation to the data service: `1` sends `traceparent` with its calls.',
  },
  operationLogLevel: {
    name: 'KITH_OPERATION_LOG_LEVEL',
    meaning:
      'Minimum level of the log line of each operation: `info` for all, `warn` for those with errors, `silent` for none; unset: KITH_LOG_LEVEL.',
  },
  auditLog: {
    name: 'KITH_AUDIT_LOG',
    meaning:
      'File of the audit log, to which each movement of money and keys is appended; unset, those lines are part of the log, whatever its level.',
  },
  auditCredits: {
    name: 'KITH_AUDIT_CREDITS',
    default: '100',
    meaning: 'Threshold of the audit log for operations, in credits charged.',
  },
  hangSeconds: {
    name: 'KITH_HANG_SECONDS',
    default: '60',
    meaning:
      'Hang time-out, in seconds: the embedded service, or one of several workers, is replaced when it has not responded for so long.',
  },
} as const satisfies Record<string, Variable>;

/** What became of variables that are read no more, in a sentence that follows the name. */
export const retiredVariables: Readonly<Record<string, string>> = {
  KITH_THIN_FRONT:
    'is read no more: common requests are answered without Yoga, all others through it, to the same effect.',
  KITH_DEFER_PARSING: 'is read no more: the members of a record are always parsed when they are first read.',
  KITH_SHARE_IN_FLIGHT: 'is read no more: queries and free calls that are the same always run once at a time.',
  KITH_PLAN_EXECUTION: 'is read no more: every operation is executed by a plan of its document.',
};

/** The variables for which this holds, in Markdown, as docs/configuration.md lists them. */
export const variablesThat = (holds: 'secret' | 'reloads'): string =>
  Object.values<Variable>(variables)
    .filter((variable) => variable[holds])
    .map(({ name }) => `\`${name}\``)
    .join(', ');

/** The table of all variables in docs/configuration.md, in Markdown. */
export const configurationTable = (): string =>
  [
    '| variable | default | meaning |',
    '|---|---|---|',
    ...Object.values<Variable>(variables).map(
      (variable) =>
        `| \`${variable.name}\` | ${variable.default === undefined ? '' : `\`${variable.default}\``} | ${variable.meaning} |`,
    ),
  ].join('\n');
