/** The two programs that are measured. */
export type Process = 'graph' | 'service';

/**
 * The declaration of an OpenTelemetry instrument, from which `metrics.ts` creates it, `open-metrics.ts` prints it, and
 * docs/observability.md documents it.
 */
export interface Instrument {
  /** The process that measures it. */
  readonly of: Process | 'both';
  /** Kind in OpenTelemetry; OpenMetrics shows an `upDownCounter` as a gauge. */
  readonly kind: 'counter' | 'upDownCounter' | 'gauge' | 'histogram';
  /** UCUM unit, as in OpenTelemetry; what is counted in braces. */
  readonly unit: string;
  readonly description: string;
  /** Attribute names. Values must not come from callers, unless they are limited to a few. */
  readonly labels: readonly string[];
  /** Upper bounds of a histogram's buckets, without the last, unbounded one. */
  readonly buckets?: readonly number[];
  /** Maximum sets of label values; further ones count under `otel.metric.overflow`. */
  readonly sets: number | { readonly graph: number; readonly service: number };
}

/** Fewer bounds than the 14 that the conventions recommend, to allow more routes. */
const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

export const instruments = {
  'http.server.request.duration': {
    of: 'both',
    kind: 'histogram',
    unit: 's',
    description: 'Duration of HTTP requests; an event stream lasts until it ends.',
    labels: ['http.request.method', 'http.route', 'http.response.status_code'],
    buckets: seconds,
    sets: { graph: 34, service: 100 },
  },
  'http.server.active_requests': {
    of: 'both',
    kind: 'upDownCounter',
    unit: '{request}',
    description: 'Open HTTP requests.',
    labels: [],
    sets: 1,
  },
  'http.client.request.duration': {
    of: 'graph',
    kind: 'histogram',
    unit: 's',
    description: 'Duration of calls to the data service, with retries and waits, by its operation.',
    labels: ['kith.upstream.operation', 'http.response.status_code', 'error.type'],
    buckets: seconds,
    sets: 34,
  },
  'http.client.request.time_in_queue': {
    of: 'graph',
    kind: 'histogram',
    unit: 's',
    description: 'How long calls to the data service waited for one of the `KITH_UPSTREAM_CONNECTIONS`.',
    labels: [],
    buckets: [0.001, 0.01, 0.1, 1],
    sets: 1,
  },
  'kith.operations': {
    of: 'graph',
    kind: 'counter',
    unit: '{operation}',
    description:
      'GraphQL operations: `ok`; `partial` (data and errors); `failed` (no data); `refused` before they ran.',
    labels: ['graphql.operation.name', 'graphql.operation.type', 'kith.outcome'],
    sets: 180,
  },
  'kith.operation.duration': {
    of: 'graph',
    kind: 'histogram',
    unit: 's',
    description: 'Duration of queries, mutations, and each event of a subscription.',
    labels: ['graphql.operation.name'],
    buckets: [0.1, 1],
    sets: 110,
  },
  'kith.credits.charged': {
    of: 'graph',
    kind: 'counter',
    unit: '{credit}',
    description: 'Credits charged by the data service.',
    labels: ['graphql.operation.name'],
    sets: 110,
  },
  'kith.credits.shared': {
    of: 'graph',
    kind: 'counter',
    unit: '{credit}',
    description: 'Credits saved because another operation of the credential paid for the same record at the same time.',
    labels: [],
    sets: 1,
  },
  'kith.credits.saved': {
    of: 'graph',
    kind: 'counter',
    unit: '{credit}',
    description: 'Credits saved by the cache, by free payloads, or because two identifiers named one record.',
    labels: ['kith.saved.by'],
    sets: 4,
  },
  'kith.credits.maybe_charged': {
    of: 'graph',
    kind: 'counter',
    unit: '{credit}',
    description: 'Upper bound of credits charged for calls whose answer was lost.',
    labels: [],
    sets: 1,
  },
  'kith.credits.quoted': {
    of: 'graph',
    kind: 'counter',
    unit: '{credit}',
    description: 'Upper bounds of quoted prices.',
    labels: [],
    sets: 1,
  },
  'kith.quote.error': {
    of: 'graph',
    kind: 'histogram',
    unit: '{credit}',
    description: 'How far a charge was `over` or `under` a quote of the last five minutes; 0 `within` it.',
    labels: ['kith.quote.side'],
    buckets: [0, 1, 10, 100],
    sets: 4,
  },
  'kith.fetch.batch.size': {
    of: 'graph',
    kind: 'histogram',
    unit: '{identifier}',
    description: 'Identifiers in one fetch; a call takes 1,000 of each kind.',
    labels: ['kith.upstream.operation'],
    buckets: [1, 10, 50, 100, 250, 500, 999],
    sets: 5,
  },
  'kith.cache.requests': {
    of: 'graph',
    kind: 'counter',
    unit: '{record}',
    description: 'Records needed: a `hit` in the cache, `joined` to a load in flight, or a `miss`.',
    labels: ['kith.cache.result'],
    sets: 4,
  },
  'kith.tasks.followed': {
    of: 'graph',
    kind: 'upDownCounter',
    unit: '{task}',
    description: 'Mapping tasks followed, by this replica or another.',
    labels: [],
    sets: 1,
  },
  'kith.subscriptions.open': {
    of: 'graph',
    kind: 'upDownCounter',
    unit: '{subscription}',
    description: 'Open GraphQL subscriptions.',
    labels: [],
    sets: 1,
  },
  'kith.subscription.lag': {
    of: 'graph',
    kind: 'histogram',
    unit: 's',
    description: 'How long an event waited for its subscriber (over WebSocket, for its socket).',
    labels: [],
    buckets: [0.001, 0.01, 0.1, 1, 10],
    sets: 1,
  },
  'kith.sockets.open': {
    of: 'graph',
    kind: 'upDownCounter',
    unit: '{socket}',
    description: 'Open WebSockets.',
    labels: [],
    sets: 1,
  },
  'kith.sockets.lagged': {
    of: 'graph',
    kind: 'counter',
    unit: '{socket}',
    description: 'WebSockets closed because their clients did not read.',
    labels: [],
    sets: 1,
  },
  'kith.purses.low': {
    of: 'graph',
    kind: 'gauge',
    unit: '{purse}',
    description: 'Open purses of keys and child teams with less than a tenth left.',
    labels: [],
    sets: 1,
  },
  'kith.breaker.state': {
    of: 'graph',
    kind: 'gauge',
    unit: '{state}',
    description: 'Circuit breaker: 0 closed, 1 half open (probing), 2 open.',
    labels: ['kith.breaker.calls'],
    sets: 3,
  },
  'kith.refusals': {
    of: 'graph',
    kind: 'counter',
    unit: '{error}',
    description:
      'Refused requests and operations, by error code, and by limit if several share a code (`depth`, `rate` and so on).',
    labels: ['kith.rule', 'kith.limit'],
    sets: 60,
  },
  'db.client.operation.duration': {
    of: 'service',
    kind: 'histogram',
    unit: 's',
    description: 'Duration of SQL statements.',
    labels: ['db.system.name', 'db.operation.name', 'error.type'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10],
    sets: 16,
  },
  'db.client.connection.count': {
    of: 'service',
    kind: 'upDownCounter',
    unit: '{connection}',
    description: 'Connections in the store’s pool.',
    labels: ['db.client.connection.pool.name', 'db.client.connection.state'],
    sets: 3,
  },
  'db.client.connection.max': {
    of: 'service',
    kind: 'upDownCounter',
    unit: '{connection}',
    description: 'Maximum size of the store’s pool.',
    labels: ['db.client.connection.pool.name'],
    sets: 2,
  },
  'db.client.connection.pending_requests': {
    of: 'service',
    kind: 'upDownCounter',
    unit: '{request}',
    description: 'Requests that wait for a connection.',
    labels: ['db.client.connection.pool.name'],
    sets: 2,
  },
  'kith.job.duration': {
    of: 'service',
    kind: 'histogram',
    unit: 's',
    description: 'Duration of background jobs: `done`, `again` (to be continued), `retried`, or `failed` for good.',
    labels: ['kith.job.kind', 'kith.outcome'],
    buckets: [0.1, 1, 10, 60],
    sets: 30,
  },
  'kith.jobs.running': {
    of: 'service',
    kind: 'upDownCounter',
    unit: '{job}',
    description: 'Running background jobs.',
    labels: [],
    sets: 1,
  },
  'kith.jobs.waiting': {
    of: 'service',
    kind: 'gauge',
    unit: '{job}',
    description: 'Waiting background jobs, including those not yet due.',
    labels: [],
    sets: 1,
  },
  'kith.watch.polls': {
    of: 'graph',
    kind: 'counter',
    unit: '{poll}',
    description: 'Polls of watched networks: `done`, `suspect` (an inconsistent listing) or `failed`.',
    labels: ['kith.outcome'],
    sets: 4,
  },
  'kith.watch.deliveries': {
    of: 'graph',
    kind: 'counter',
    unit: '{delivery}',
    description: 'Webhook attempts: `delivered`, `refused` by the receiver, or `failed`.',
    labels: ['kith.outcome'],
    sets: 4,
  },
  'kith.callbacks': {
    of: 'service',
    kind: 'counter',
    unit: '{callback}',
    description: 'Callback attempts: `delivered`, `refused` by the receiver, or `failed`.',
    labels: ['kith.outcome'],
    sets: 4,
  },
  'kith.ledger.credits': {
    of: 'service',
    kind: 'counter',
    unit: '{credit}',
    description: 'Credits booked in the ledger, by operation.',
    labels: ['kith.upstream.operation'],
    sets: 60,
  },
  'kith.ledger.refusals': {
    of: 'service',
    kind: 'counter',
    unit: '{request}',
    description: 'Requests refused with 402: an allowance is used up.',
    labels: [],
    sets: 1,
  },
  'nodejs.eventloop.delay.mean': {
    of: 'both',
    kind: 'gauge',
    unit: 's',
    description: 'Mean event loop delay since the last collection.',
    labels: [],
    sets: 1,
  },
  'nodejs.eventloop.delay.p50': {
    of: 'both',
    kind: 'gauge',
    unit: 's',
    description: 'Median event loop delay since the last collection.',
    labels: [],
    sets: 1,
  },
  'nodejs.eventloop.delay.p99': {
    of: 'both',
    kind: 'gauge',
    unit: 's',
    description: '99th percentile of the event loop delay since the last collection.',
    labels: [],
    sets: 1,
  },
  'nodejs.eventloop.delay.max': {
    of: 'both',
    kind: 'gauge',
    unit: 's',
    description: 'Longest event loop delay since the last collection.',
    labels: [],
    sets: 1,
  },
  'nodejs.eventloop.utilization': {
    of: 'both',
    kind: 'gauge',
    unit: '1',
    description: 'Share of time in which the event loop was busy, from 0 to 1.',
    labels: [],
    sets: 1,
  },
  'v8js.memory.heap.used': {
    of: 'both',
    kind: 'upDownCounter',
    unit: 'By',
    description: 'Heap in use, by space.',
    labels: ['v8js.heap.space.name'],
    sets: 16,
  },
  'v8js.memory.heap.limit': {
    of: 'both',
    kind: 'upDownCounter',
    unit: 'By',
    description: 'Heap size limit.',
    labels: [],
    sets: 1,
  },
  'process.memory.usage': {
    of: 'both',
    kind: 'upDownCounter',
    unit: 'By',
    description: 'Resident memory.',
    labels: [],
    sets: 1,
  },
  'process.cpu.time': {
    of: 'both',
    kind: 'counter',
    unit: 's',
    description: 'CPU time.',
    labels: ['cpu.mode'],
    sets: 3,
  },
} as const satisfies Record<string, Instrument>;

export type InstrumentName = keyof typeof instruments;

export const isInstrument = (name: string): name is InstrumentName => Object.hasOwn(instruments, name);

/** Names of instruments of these kinds. */
export type NameOf<Kind extends Instrument['kind']> = {
  [Name in InstrumentName]: (typeof instruments)[Name]['kind'] extends Kind ? Name : never;
}[InstrumentName];

/** Label values of an instrument; undefined ones are omitted. */
export type Labels<Name extends InstrumentName> = Readonly<
  Partial<Record<(typeof instruments)[Name]['labels'][number], string | number | undefined>>
>;

/** Maximum sets of label values of an instrument in a process. */
export const setsOf = ({ sets }: Instrument, process: Process): number =>
  typeof sets === 'number' ? sets : sets[process];

/** Maximum series of a process, whatever callers send; `test/telemetry` checks the instruments against it. */
export const maxSeries = 2_000;

/** Maximum exposed series of an instrument: a histogram has one per bucket, a sum and a count. */
export const seriesOf = (instrument: Instrument, process: Process): number =>
  setsOf(instrument, process) * (instrument.buckets ? instrument.buckets.length + 3 : 1);

/** The table of all instruments in docs/observability.md, in Markdown. */
export const metricsTable = (): string =>
  [
    '| OpenTelemetry | at `/metrics` | of | kind | labels | meaning |',
    '|---|---|---|---|---|---|',
    ...Object.entries<Instrument>(instruments).map(([name, instrument]) => {
      const exposed = exposedName(name, instrument);
      const shown = instrument.kind === 'counter' ? `${exposed}_total` : exposed;
      const labels = instrument.labels.map((label) => `\`${exposedLabel(label)}\``).join(', ');
      const kind = instrument.kind === 'upDownCounter' ? 'gauge' : instrument.kind;
      return `| \`${name}\` (${instrument.unit}) | \`${shown}\` | ${instrument.of} | ${kind} | ${labels} | ${instrument.description} |`;
    }),
  ].join('\n');

/** The name in OpenMetrics: dots become underscores, and the unit is a suffix. */
export function exposedName(name: string, { kind, unit }: Pick<Instrument, 'kind' | 'unit'>): string {
  const suffix = kind === 'gauge' && unit === '1' ? '_ratio' : (suffixes[unit] ?? '');
  return `${exposedLabel(name)}${suffix}`;
}

export const exposedLabel = (name: string): string => name.replaceAll('.', '_');

const suffixes: Readonly<Record<string, string>> = { s: '_seconds', By: '_bytes' };

/** The instruments of a process, by name. */
export const instrumentsOf = (process: Process): ReadonlyMap<InstrumentName, Instrument> =>
  new Map(
    Object.keys(instruments)
      .filter(isInstrument)
      .map((name) => [name, instruments[name]] as const)
      .filter(([, { of }]) => of === process || of === 'both'),
  );
