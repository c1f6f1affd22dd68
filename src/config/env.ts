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
    meaning: 'A YAML or JSON file that sets any of these variables; what is set in the environment counts more.',
  },
  port: { name: 'KITH_PORT', default: '4000', meaning: 'The port of the graph.' },
  servicePort: { name: 'KITH_SERVICE_PORT', default: '4001', meaning: 'The port of the embedded data service.' },
  host: { name: 'KITH_HOST', default: '127.0.0.1', meaning: 'The address that both listen on.' },
  dataDir: {
    name: 'KITH_DATA_DIR',
    default: '.kith',
    meaning:
      'The directory of the embedded store, of generated secrets, and of the graph’s mapping tasks and purses (`graph.sqlite`; a `journal` of earlier versions is converted once). It is made, or becomes, its owner’s alone (mode 700).',
  },
  upstreamUrl: {
    name: 'KITH_UPSTREAM_URL',
    meaning: 'The base address of a data service elsewhere: every call goes there, and no service is embedded.',
  },
  upstreamTimeout: {
    name: 'KITH_UPSTREAM_TIMEOUT_MS',
    default: '30000',
    meaning: 'Time-out of one call of the data service, in milliseconds.',
  },
  taskPoll: {
    name: 'KITH_TASK_POLL_MS',
    default: '250',
    meaning: 'First interval at which a followed mapping task is polled, in milliseconds; later intervals grow.',
  },
  taskPollMax: {
    name: 'KITH_TASK_POLL_MAX_MS',
    default: '10000',
    meaning: 'Longest interval at which a followed mapping task is polled, in milliseconds.',
  },
  taskUnknown: {
    name: 'KITH_TASK_UNKNOWN_SECONDS',
    default: '60',
    meaning: 'How many seconds a followed mapping task may be unknown to the data service before its stream ends.',
  },
  taskLimit: {
    name: 'KITH_TASK_LIMIT_HOURS',
    default: '24',
    meaning: 'How many hours a mapping task that does not end is followed.',
  },
  taskRetention: {
    name: 'KITH_TASK_RETENTION_HOURS',
    default: '168',
    meaning: 'How many hours the graph retains a mapping task, its query, and the result that was paid for.',
  },
  publicUrl: {
    name: 'KITH_PUBLIC_URL',
    meaning:
      'The address at which the data service reaches the graph, for callbacks to `/callbacks/` when a mapping ends. Unset, the graph only polls.',
  },
  callbackSecret: {
    name: 'KITH_CALLBACK_SECRET',
    secret: true,
    meaning: 'The Standard Webhooks secret (`whsec_…`) with which callbacks must be signed; unset, they need not be.',
  },
  subscriptionsPerKey: {
    name: 'KITH_SUBSCRIPTIONS_PER_KEY',
    default: '20000',
    meaning: 'How many subscriptions one API key may have open on one graph.',
  },
  subscriptionsPerSocket: {
    name: 'KITH_SUBSCRIPTIONS_PER_SOCKET',
    default: '1000',
    meaning: 'How many operations one WebSocket may have open.',
  },
  drainSeconds: {
    name: 'KITH_DRAIN_SECONDS',
    default: '5',
    meaning:
      'How many seconds a stopping graph waits for subscribers to disconnect and requests to be answered. Calls that may be charged are always waited for.',
  },
  drainDelaySeconds: {
    name: 'KITH_DRAIN_DELAY_SECONDS',
    default: '5',
    meaning:
      'How many seconds a graph that is sent SIGTERM goes on answering, with `/readyz` at 503 and `connection: close`, so that load balancers and clients turn away before it drains.',
  },
  workers: {
    name: 'KITH_WORKERS',
    default: '1',
    meaning:
      'How many processes, 64 at most, run the graph on its one port; more than one need REDIS_URL and KITH_SECRET.',
  },
  redisUrl: {
    name: 'REDIS_URL',
    secret: true,
    meaning:
      'A Redis (`redis://…`) in which several graphs share mapping tasks, cached records, purses and rates; each needs the same KITH_SECRET.',
  },
  creditBudget: {
    name: 'KITH_CREDIT_BUDGET',
    reloads: true,
    default: '1000',
    meaning: 'Default budget of a GraphQL operation, in credits; the header `x-credit-budget` sets another.',
  },
  creditBudgetMax: {
    name: 'KITH_CREDIT_BUDGET_MAX',
    reloads: true,
    default: '10000',
    meaning: 'Largest budget that the header `x-credit-budget` can set, in credits.',
  },
  apiKey: {
    name: 'KITH_API_KEY',
    secret: true,
    meaning: 'The API key with which `kith price`, `kith purse` and `kith explore` ask a graph; nothing else reads it.',
  },
  cacheSeconds: {
    name: 'KITH_CACHE_SECONDS',
    default: '60',
    meaning:
      'How many seconds a record is cached for the credential that paid for it; it is charged once in that time. `0` turns the cache off.',
  },
  cacheTrustSeconds: {
    name: 'KITH_CACHE_TRUST_SECONDS',
    default: '5',
    meaning:
      'How many seconds after the data service last accepted a credential cached records are served without checking it again (a free call).',
  },
  cacheMegabytes: {
    name: 'KITH_CACHE_MEGABYTES',
    default: '64',
    meaning: 'Size of the cache of records in memory, in megabytes.',
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
    meaning: 'How many fields an operation itself may have, those of fragments included.',
  },
  maxVariables: {
    name: 'KITH_MAX_VARIABLES',
    reloads: true,
    default: '500',
    meaning: 'How many variables an operation may declare.',
  },
  maxObjects: {
    name: 'KITH_MAX_OBJECTS',
    reloads: true,
    default: '250000',
    meaning: 'Maximum number of objects in the lists that an operation asks for, by their size arguments.',
  },
  maxElements: {
    name: 'KITH_MAX_ELEMENTS',
    reloads: true,
    default: '10000',
    meaning: 'Maximum number of list elements in the variables of an operation; without an accepted key 1,000.',
  },
  maxCalls: {
    name: 'KITH_MAX_CALLS',
    reloads: true,
    default: '1000',
    meaning: 'Maximum number of upstream calls that fields below lists may make one by one.',
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
      'How many bytes an answer of the graph may have; without an accepted key 256 KiB, a schema document 4 MiB.',
  },
  operationsAtOnce: {
    name: 'KITH_OPERATIONS_AT_ONCE',
    reloads: true,
    default: '64',
    meaning: 'How many operations of one API key a graph executes at once; others wait in order.',
  },
  queueSeconds: {
    name: 'KITH_QUEUE_SECONDS',
    reloads: true,
    default: '10',
    meaning:
      'How long operations, and requests of the data service, wait for their turn before they are answered with 429.',
  },
  operationSeconds: {
    name: 'KITH_OPERATION_SECONDS',
    reloads: true,
    default: '60',
    meaning:
      'How long an operation may take. Then whatever is not paid for ends, and the receipt says what was; calls that may be charged are waited for.',
  },
  operationsPerMinute: {
    name: 'KITH_OPERATIONS_PER_MINUTE',
    reloads: true,
    meaning:
      'How many GraphQL requests one API key may send in a minute, over all graphs that share a Redis; unset, any number.',
  },
  anonymousPerMinute: {
    name: 'KITH_ANONYMOUS_PER_MINUTE',
    reloads: true,
    default: '3000',
    meaning:
      'How many GraphQL requests without an accepted API key one address may send in a minute, over all graphs that share a Redis; `0`: any number.',
  },
  trustedProxies: {
    name: 'KITH_TRUSTED_PROXIES',
    meaning:
      'Addresses and networks (`10.0.0.0/8`), separated by commas, of proxies whose `x-forwarded-for` says where a request comes from; unset, none is believed.',
  },
  loopDelay: {
    name: 'KITH_LOOP_DELAY_MS',
    default: '1000',
    meaning:
      'How late the event loop of the graph or the data service may be on average over two seconds before requests are answered with 503; `0`: any.',
  },
  busyMs: {
    name: 'KITH_BUSY_MS',
    default: '100',
    meaning:
      'How much longer than usual all requests under way in the graph or the data service may take, at the rate at which it answers them, before others are answered with 503 while its event loop is never idle (64 may always be under way); `0`: any time.',
  },
  heapPercent: {
    name: 'KITH_HEAP_PERCENT',
    default: '90',
    meaning: 'How much of its heap a process may use before requests are answered with 503; `0`: all of it.',
  },
  graphiql: {
    name: 'KITH_GRAPHIQL',
    default: 'on',
    meaning: 'Whether browsers are shown GraphiQL, which also needs KITH_INTROSPECTION: `on` or `off`.',
  },
  explorer: {
    name: 'KITH_EXPLORER',
    default: 'on',
    meaning: 'Whether the graph serves the explorer, a page for people, at `/`: `on` or `off`.',
  },
  introspection: {
    name: 'KITH_INTROSPECTION',
    default: 'on',
    meaning:
      'Whether the schema may be read, which GraphiQL needs, and a gateway that polls `_service`: `on` or `off`.',
  },
  origins: {
    name: 'KITH_ORIGINS',
    reloads: true,
    meaning: 'The origins, separated by commas, whose pages may call the graph; unset, none but its own.',
  },
  trustedDocuments: {
    name: 'KITH_TRUSTED_DOCUMENTS',
    reloads: true,
    meaning:
      'A JSON file of ids and documents (persisted operations), as Relay’s compiler or Apollo’s tools write it: apps send a `documentId` instead of a document.',
  },
  trustedOnly: {
    name: 'KITH_TRUSTED_DOCUMENTS_ONLY',
    reloads: true,
    default: '0',
    meaning:
      '`1` refuses every document that is not in that file; `log` serves it, and logs its hash and the names of its operations.',
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
      'A PostgreSQL database (`postgres://…`) for the embedded service, instead of the store in the data directory.',
  },
  searchUrl: {
    name: 'KITH_SEARCH_URL',
    secret: true,
    meaning:
      'Nodes of an OpenSearch cluster (`https://user:password@host:9200`, several separated by commas) that answers searches once it has been filled from DATABASE_URL, which it needs.',
  },
  searchApiKey: {
    name: 'KITH_SEARCH_API_KEY',
    secret: true,
    meaning: 'The API key for the search cluster, where it takes no user and password.',
  },
  searchCaFile: {
    name: 'KITH_SEARCH_CA_FILE',
    meaning:
      'A PEM file of the certificate authorities that the search cluster is verified by, instead of the public ones.',
  },
  searchShards: {
    name: 'KITH_SEARCH_SHARDS',
    default: '3',
    meaning:
      'Primary shards of a new index of profiles: about one for each 10 million profiles, and at least one for each node.',
  },
  secret: {
    name: 'KITH_SECRET',
    secret: true,
    meaning:
      'Signs sessions, page tokens and cursors, and keys stored hashes unless KITH_IDENTITY_SECRET does (32 characters or more, the same on every replica); unset, one is made once and kept in the data directory.',
  },
  acceptedSecret: {
    name: 'KITH_SECRET_ACCEPTED',
    secret: true,
    meaning:
      'Another secret, whose sessions and page tokens are accepted beside those of KITH_SECRET while one takes the place of the other.',
  },
  identitySecret: {
    name: 'KITH_IDENTITY_SECRET',
    secret: true,
    meaning:
      'Keys the hashes of credentials under which purses, sessions, mapping tasks and cached records are stored; unset: KITH_SECRET. Whoever replaces that sets this to the first one, and leaves it.',
  },
  sample: {
    name: 'KITH_SAMPLE',
    default: 'on',
    meaning: 'Whether the first start fills an empty embedded store with sample data and demo keys: `on` or `off`.',
  },
  allowDemoKeys: {
    name: 'KITH_ALLOW_DEMO_KEYS',
    default: '0',
    meaning: '`1` lets a store with demo keys be served on an address that is not loopback.',
  },
  allowPrivateCallbacks: {
    name: 'KITH_ALLOW_PRIVATE_CALLBACKS',
    default: '0',
    meaning: '`1` lets callbacks go to loopback and private addresses over plain http, for development.',
  },
  enableOveragesUrl: {
    name: 'KITH_ENABLE_OVERAGES_URL',
    default: 'https://kith.example/settings/billing',
    meaning: 'Link in 402 answers to the page on which overage protection is switched off.',
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
    meaning: 'How many requests of one key the data service answers at once; others wait in order.',
  },
  searchesAtOnce: {
    name: 'KITH_SEARCHES_AT_ONCE',
    reloads: true,
    default: '4',
    meaning: 'How many searches of one key run at once on PostgreSQL; on the embedded store costly ones take turns.',
  },
  searchLimit: {
    name: 'KITH_SEARCH_MS',
    reloads: true,
    default: '250',
    meaning:
      'How many milliseconds a search may take on the embedded store, as it is priced before it runs; what would take longer is refused. `0`: any.',
  },
  statementSeconds: {
    name: 'KITH_STATEMENT_SECONDS',
    default: '30',
    meaning: 'How long a statement may take on PostgreSQL before it is ended, and answered with 503.',
  },
  requestsPerMinute: {
    name: 'KITH_REQUESTS_PER_MINUTE',
    reloads: true,
    meaning:
      'How many requests of the data service a key may make in a minute, over all services that share a Redis; unset, any number.',
  },
  v2Sunset: {
    name: 'KITH_V2_SUNSET',
    meaning:
      "The last day of v2 (`YYYY-MM-DD`, to its end in UTC), as its answers' headers say; unset, July 15 of next year.",
  },
  v2AfterSunset: {
    name: 'KITH_V2_AFTER_SUNSET',
    default: 'serve',
    meaning: 'What v2 answers after its last day: `serve` goes on, `gone` answers 410.',
  },
  logLevel: {
    name: 'KITH_LOG_LEVEL',
    default: 'info',
    meaning: 'Minimum level of log lines: `trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`.',
  },
  metricsPort: {
    name: 'KITH_METRICS_PORT',
    meaning:
      'The port on which the metrics of the graph, of all its workers together, are served at `/metrics` as OpenMetrics, `0`: any that is free; unset, nothing is served.',
  },
  serviceMetricsPort: {
    name: 'KITH_SERVICE_METRICS_PORT',
    meaning: 'The same for the embedded data service and its store.',
  },
  metricsHost: {
    name: 'KITH_METRICS_HOST',
    default: '127.0.0.1',
    meaning: 'The address on which both are served.',
  },
  otlpUrl: {
    name: 'KITH_OTLP_URL',
    meaning:
      'The base address of an OpenTelemetry collector (`http://collector:4318`) to which metrics, every 15 seconds, and traces are sent by OTLP over HTTP; `/v1/metrics` and `/v1/traces` are added.',
  },
  otlpHeaders: {
    name: 'KITH_OTLP_HEADERS',
    secret: true,
    meaning: 'Headers for the collector, such as its credential: `name=value`, several separated by commas.',
  },
  tracePercent: {
    name: 'KITH_TRACE_PERCENT',
    default: '1',
    meaning:
      'How many of a hundred requests that come without a `traceparent` are traced, where there is a collector; of others, their header decides. A fraction is allowed.',
  },
  traceUpstream: {
    name: 'KITH_TRACE_UPSTREAM',
    default: '0',
    meaning: '`1` sends `traceparent` with the calls of the data service.',
  },
  operationLogLevel: {
    name: 'KITH_OPERATION_LOG_LEVEL',
    meaning:
      'Minimum level of the line that the graph writes for each operation: `info` for all, `warn` for those with errors, `silent` for none; unset, KITH_LOG_LEVEL holds for them, too.',
  },
  auditLog: {
    name: 'KITH_AUDIT_LOG',
    meaning:
      'A file to which lines are appended that tell what moves money or keys; unset, they are among the other lines of the log, whatever its level.',
  },
  auditCredits: {
    name: 'KITH_AUDIT_CREDITS',
    default: '100',
    meaning: 'Operations that are charged so many credits or more are in the audit log.',
  },
  hangSeconds: {
    name: 'KITH_HANG_SECONDS',
    default: '60',
    meaning:
      'How many seconds the embedded service, or one of several workers, may be unresponsive before it is replaced.',
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
