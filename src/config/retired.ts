import { type Environment, textIn } from './read-settings.ts';

/** A variable of an earlier version; if it is set, the configuration is invalid. */
export interface Retired {
  readonly name: string;
  /** What replaces it; continues a sentence that begins with the name. */
  readonly became: string;
  /** Equivalent lines `NAME=value` of this version; empty if there is nothing to set. */
  lines(value: string, env: Environment): readonly string[];
}

const constant = (name: string, value: string): Retired => ({
  name,
  became: `is fixed at ${value}`,
  lines: () => [],
});

const renamed = (name: string, to: string, convert: (value: string) => string = (value) => value): Retired => ({
  name,
  became: `is now ${to}`,
  lines: (value) => [`${to}=${convert(value)}`],
});

/** Several variables that one replaces. Only the first that is set yields the line; `convert` derives it from all. */
const merged = (
  names: readonly [string, ...string[]],
  to: string,
  convert: (env: Environment) => string | undefined,
): readonly Retired[] =>
  names.map((name) => ({
    name,
    became: `is now part of ${to}`,
    lines: (_, env) => {
      const first = names.find((one) => textIn(env, one) !== undefined);
      const value = first === name ? convert(env) : undefined;
      return value === undefined ? [] : [`${to}=${value}`];
    },
  }));

const larger = (...texts: readonly (string | undefined)[]): string =>
  String(Math.max(...texts.map((text) => Number(text ?? 0))));

const metricsOf = (env: Environment): string | undefined => {
  const host = textIn(env, 'KITH_METRICS_HOST');
  const port = textIn(env, 'KITH_METRICS_PORT') ?? textIn(env, 'KITH_SERVICE_METRICS_PORT');
  if (port === undefined || port.includes(':')) return port;
  return host === undefined ? port : `${host.includes(':') ? `[${host}]` : host}:${port}`;
};

const featuresOf = (env: Environment): string => {
  const off = ['explorer', 'graphiql', 'introspection'].filter(
    (feature) => textIn(env, `KITH_${feature.toUpperCase()}`) === 'off',
  );
  const left = ['explorer', 'graphiql', 'introspection'].filter((feature) => !off.includes(feature));
  return left.length === 0 ? 'none' : left.join(',');
};

const allowedOf = (env: Environment): string =>
  [
    ...(textIn(env, 'KITH_ALLOW_DEMO_KEYS') === '1' ? ['demo-keys'] : []),
    ...(textIn(env, 'KITH_ALLOW_PRIVATE_CALLBACKS') === '1' ? ['private-callbacks'] : []),
  ].join(',') || 'none';

const loadGuard = ['KITH_LOOP_DELAY_MS', 'KITH_BUSY_MS', 'KITH_HEAP_PERCENT', 'KITH_MEMORY_PERCENT'] as const;

/** Percent-encodes the value of each `name=value`, as OpenTelemetry requires. */
const encodedHeaders = (value: string): string =>
  value
    .split(',')
    .map((pair) => pair.trim().replace(/=(.*)$/, (_, header: string) => `=${encodeURIComponent(header.trim())}`))
    .join(',');

/** Variables of 1.0.0-rc.1 that are renamed or removed, in the order of that version's documentation. */
export const retiredVariables: readonly Retired[] = [
  constant('KITH_TASK_POLL_MS', '250 ms'),
  constant('KITH_TASK_POLL_MAX_MS', '10 seconds'),
  constant('KITH_TASK_UNKNOWN_SECONDS', '60 seconds'),
  constant('KITH_TASK_LIMIT_HOURS', '24 hours'),
  constant('KITH_SUBSCRIPTIONS_PER_KEY', '20,000'),
  constant('KITH_SUBSCRIPTIONS_PER_SOCKET', '1,000'),
  {
    name: 'KITH_DRAIN_DELAY_SECONDS',
    became: 'is now KITH_DRAIN_SECONDS, which also bounds the drain',
    lines: (value, env) => [`KITH_DRAIN_SECONDS=${larger(value, textIn(env, 'KITH_DRAIN_SECONDS'))}`],
  },
  {
    name: 'KITH_WORKERS',
    became: 'is gone (run several graphs behind a load balancer, with one Redis)',
    lines: () => [],
  },
  constant('KITH_CACHE_TRUST_SECONDS', '5 seconds'),
  constant('KITH_MAX_DEPTH', '20'),
  constant('KITH_MAX_TOKENS', '4,000'),
  constant('KITH_MAX_ALIASES', '100'),
  constant('KITH_MAX_ROOT_FIELDS', '150'),
  constant('KITH_MAX_VARIABLES', '500'),
  constant('KITH_MAX_OBJECTS', '250,000'),
  constant('KITH_MAX_ELEMENTS', '10,000'),
  constant('KITH_MAX_CALLS', '1,000'),
  constant('KITH_MAX_BODY_BYTES', '1 MiB'),
  constant('KITH_MAX_RESPONSE_BYTES', '64 MiB'),
  ...merged(['KITH_OPERATIONS_AT_ONCE', 'KITH_REQUESTS_AT_ONCE'], 'KITH_KEY_CONCURRENCY', (env) =>
    larger(textIn(env, 'KITH_OPERATIONS_AT_ONCE'), textIn(env, 'KITH_REQUESTS_AT_ONCE')),
  ),
  constant('KITH_QUEUE_SECONDS', '10 seconds'),
  ...merged(
    ['KITH_OPERATIONS_PER_MINUTE', 'KITH_REQUESTS_PER_MINUTE'],
    'KITH_KEY_PER_MINUTE',
    (env) => textIn(env, 'KITH_OPERATIONS_PER_MINUTE') ?? textIn(env, 'KITH_REQUESTS_PER_MINUTE'),
  ),
  constant('KITH_MAX_CONNECTIONS', '20,000'),
  ...merged(loadGuard, 'KITH_LOAD_SHEDDING', (env) =>
    loadGuard.every((name) => textIn(env, name) === '0') ? 'off' : 'on',
  ),
  ...merged(['KITH_GRAPHIQL', 'KITH_EXPLORER', 'KITH_INTROSPECTION'], 'KITH_FEATURES', featuresOf),
  {
    name: 'KITH_SEARCH_CA_FILE',
    became: 'is now NODE_EXTRA_CA_CERTS, a variable of Node.js',
    lines: (value) => [`NODE_EXTRA_CA_CERTS=${value}`],
  },
  {
    name: 'KITH_SEARCH_SHARDS',
    became: 'is gone (an index has three primary shards, or one for each 10 million profiles)',
    lines: () => [],
  },
  ...merged(['KITH_ALLOW_DEMO_KEYS', 'KITH_ALLOW_PRIVATE_CALLBACKS'], 'KITH_ALLOW', allowedOf),
  ...merged(
    ['KITH_ENABLE_OVERAGES_URL', 'KITH_UPGRADE_PLAN_URL'],
    'KITH_BILLING_URL',
    (env) => textIn(env, 'KITH_ENABLE_OVERAGES_URL') ?? textIn(env, 'KITH_UPGRADE_PLAN_URL'),
  ),
  constant('KITH_SEARCHES_AT_ONCE', '4'),
  constant('KITH_SEARCH_MS', '250 ms'),
  constant('KITH_STATEMENT_SECONDS', '30 seconds'),
  {
    name: 'KITH_V2_SUNSET',
    became: 'is now KITH_V2_UNTIL, after which v2 answers 410',
    lines: (value) => [`KITH_V2_UNTIL=${value}`],
  },
  {
    name: 'KITH_V2_AFTER_SUNSET',
    became: 'is gone (v2 ends if KITH_V2_UNTIL is set)',
    lines: () => [],
  },
  ...merged(['KITH_METRICS_HOST', 'KITH_SERVICE_METRICS_PORT'], 'KITH_METRICS_PORT', metricsOf),
  {
    name: 'KITH_OTLP_URL',
    became: 'is now OTEL_EXPORTER_OTLP_ENDPOINT, with KITH_OTEL=on',
    lines: (value) => ['KITH_OTEL=on', `OTEL_EXPORTER_OTLP_ENDPOINT=${value}`],
  },
  renamed('KITH_OTLP_HEADERS', 'OTEL_EXPORTER_OTLP_HEADERS', encodedHeaders),
  {
    name: 'KITH_OTLP_HEADERS_FILE',
    became: 'is now OTEL_EXPORTER_OTLP_HEADERS_FILE; values in the file are percent-encoded',
    lines: (value) => [`OTEL_EXPORTER_OTLP_HEADERS_FILE=${value}`],
  },
  renamed('KITH_TRACE_PERCENT', 'OTEL_TRACES_SAMPLER_ARG', (value) => String(Number(value) / 100)),
  {
    name: 'KITH_TRACE_UPSTREAM',
    became: 'is gone (the embedded data service gets traceparent, a remote one does not)',
    lines: () => [],
  },
  {
    name: 'KITH_OPERATION_LOG_LEVEL',
    became: 'is gone (KITH_LOG_LEVEL applies to operations too)',
    lines: () => [],
  },
  constant('KITH_AUDIT_CREDITS', '100'),
  constant('KITH_HANG_SECONDS', '30 seconds'),
];

/** Its value is a credential, which messages must not repeat. */
const secretName = 'KITH_OTLP_HEADERS';

export const retiredNames: ReadonlySet<string> = new Set(retiredVariables.map(({ name }) => name));

/** How to replace a variable of an earlier version that is set. */
export interface Conversion {
  readonly name: string;
  /** Says what to set instead, without the value of `KITH_OTLP_HEADERS`. */
  readonly sentence: string;
  /** Equivalent lines of this version; may contain credentials. */
  readonly lines: readonly string[];
}

/** The conversions of all variables of earlier versions that are set. */
export const conversionOf = (env: Environment): readonly Conversion[] =>
  retiredVariables.flatMap(({ name, became, lines: linesOf }) => {
    const value = textIn(env, name);
    if (value === undefined) return [];
    const lines = linesOf(value, env);
    const shown = name === secretName ? lines.map((line) => line.replace(/=.*/, '=…')) : lines;
    return [
      {
        name,
        lines,
        sentence: `${name} ${became}: ${shown.length === 0 ? 'remove it' : `set ${shown.join(' and ')}`}.`,
      },
    ];
  });

/** The table of docs/upgrading.md, in Markdown. */
export const retiredTable = (): string =>
  [
    '| variable | now |',
    '|---|---|',
    ...[...Map.groupBy(retiredVariables, ({ became }) => became)].map(
      ([became, variables]) =>
        `| ${variables.map(({ name }) => `\`${name}\``).join(', ')} | ${became.replace(/^is (now )?/, '')} |`,
    ),
  ].join('\n');
