import { createHmac } from 'node:crypto';
import pino, { type Logger } from 'pino';
import { defaultSettings } from '../config/read-settings.ts';
import { ServedNames, type Words, wireNamesOf } from '../contract/wire-names.ts';
import { ConcurrencyLimit, queueMs } from '../http/limits/concurrency-limit.ts';
import { defaultLoadGuard, type LoadGuardOptions } from '../http/limits/load-guard.ts';
import { LimitRedis } from '../http/limits/rate-limit.ts';
import type { Store } from '../store/open.ts';
import type { Audit } from '../telemetry/audit.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { ServiceContext } from './context.ts';
import { serveDocument } from './document.ts';
import type { Endpoint } from './endpoint.ts';
import { endpoints as allEndpoints } from './endpoints.ts';
import { openFront } from './front.ts';
import { serveHealth } from './health.ts';
import { jobHandlers } from './jobs/handlers.ts';
import { JobQueue, type JobQueueOptions } from './jobs/queue.ts';
import { observePool } from './measure/observe-store.ts';
import { type Rates, RequestLimits } from './request-limits.ts';
import { serveEndpoint, serveOtherMethods } from './route.ts';
import { buildIndexesJob } from './search/build-job.ts';
import type { SearchEngine } from './search/engine.ts';
import { FairQueue } from './search/fair-queue.ts';
import { limitedPerKey, pricedOnOneConnection } from './search/limited.ts';
import { openSearchCluster, openSql } from './search/open.ts';
import type { SearchClusterConfig } from './search/opensearch/open.ts';
import { snapshotBytes as usualSnapshotBytes } from './snapshot.ts';
import { type SunsetChoice, sunsetFrom } from './v2/notice.ts';

export interface ServiceOptions {
  /** Not closed with the service: its opener closes it. */
  readonly store: Store;
  readonly secret: string;
  /** A second secret whose page tokens are accepted, for rotation. */
  readonly acceptedSecret?: string | undefined;
  readonly urls: ServiceContext['urls'];
  readonly host?: string;
  /** 0: any free port. */
  readonly port?: number;
  readonly now?: () => Date;
  readonly log?: Logger;
  /** Names of members on the wire, if they differ from the contract's. */
  readonly names?: Words | undefined;
  readonly allowPrivateCallbacks?: boolean;
  /** Accepts demo keys from anywhere, not only from this machine. */
  readonly allowDemoKeys?: boolean;
  readonly traffic?: Partial<ServiceTraffic> | undefined;
  /** Default: July 15 of next year; v2 keeps answering after it. */
  readonly v2?: SunsetChoice;
  /** Maximum size of a snapshot of ids in the store; default: 16 MiB, a million ids. */
  readonly snapshotBytes?: number;
  /** Answers searches once its indexes are built; the service builds them and keeps them up to date. */
  readonly searchCluster?: SearchClusterConfig | undefined;
  /** How long a request's head, or all of it, may take to arrive before a 408. Default: 30 seconds. */
  readonly arrivalMs?: number;
  readonly endpoints?: readonly Endpoint[];
  /** Undefined: nothing is measured. */
  readonly metrics?: Metrics | undefined;
  readonly audit?: Audit | undefined;
  /** Awaited before each run of a job, so that a test can delay it. */
  readonly beforeJob?: JobQueueOptions['beforeJob'];
}

export interface Service extends AsyncDisposable {
  /** The base URL, without a trailing slash. */
  readonly url: string;
  readonly port: number;
  readonly context: ServiceContext;
  /** Replaces the limits. Rejects, and keeps the old ones, if the Redis of counts does not answer. */
  reload(limits: ServiceLimits): Promise<void>;
  /** Finishes requests in flight, then stops background work. */
  close(): Promise<void>;
}

/** Limits of one key, in concurrency and rate, and of one address without an accepted key. */
export interface ServiceLimits {
  /** Requests of a key per minute; undefined: unlimited. */
  readonly requestsPerMinute: number | undefined;
  /** Requests without an accepted key from one address per minute; 0: unlimited. */
  readonly anonymousPerMinute: number;
  /** Concurrent requests of a key. */
  readonly atOnce: number;
}

/** Limits per key, and of the process as a whole. */
export interface ServiceTraffic extends ServiceLimits {
  /** How long a request or a search waits for a slot, in milliseconds. */
  readonly waitMs: number;
  /** Concurrent searches of a key; on the embedded store, concurrent cheap ones. */
  readonly searchesAtOnce: number;
  /** Maximum estimated time of a search on the embedded store, in milliseconds; 0: unlimited. */
  readonly searchMs: number;
  /** Redis in which services with the same secret share their counts. */
  readonly redisUrl: string | undefined;
  /** Proxies (addresses and networks) whose `x-forwarded-for` is trusted. */
  readonly trustedProxies: readonly string[];
  readonly load: LoadGuardOptions;
}

const defaultTraffic = {
  requestsPerMinute: undefined,
  anonymousPerMinute: defaultSettings.traffic.anonymousPerMinute,
  redisUrl: undefined,
  trustedProxies: [],
  atOnce: defaultSettings.traffic.concurrency,
  waitMs: queueMs,
  searchesAtOnce: 4,
  searchMs: 250,
  load: defaultLoadGuard,
};

/** Prefix of counts in Redis: the same for services of one secret, and not guessable by others. */
const namespaceOf = (secret: string): string => createHmac('sha256', secret).update('rates').digest('base64url');

const present = (): Date => new Date();
const silent = (): Logger => pino({ level: 'silent' });

/**
 * Opens the data service on a store: HTTP and background work. Rejects if it cannot listen.
 *
 * @example
 * await using service = await openService({ store, secret: 'test', urls });
 * await fetch(`${service.url}/credits/usage`, { headers: { 'x-api-key': key } });
 */
export async function openService({
  store,
  secret,
  acceptedSecret,
  urls,
  host = '127.0.0.1',
  port = 0,
  now = present,
  log = silent(),
  names,
  allowPrivateCallbacks = false,
  allowDemoKeys = false,
  v2 = { lastDay: undefined, after: 'serve' },
  traffic = {},
  snapshotBytes = usualSnapshotBytes,
  searchCluster,
  arrivalMs = 30_000,
  endpoints = allEndpoints,
  metrics,
  audit,
  beforeJob,
}: ServiceOptions): Promise<Service> {
  const jobs = new JobQueue({
    db: store.db,
    log,
    now,
    alone: store.kind === 'pglite',
    onEnded:
      metrics &&
      ((kind, outcome, ms) =>
        metrics.record('kith.job.duration', ms / 1000, { 'kith.job.kind': kind, 'kith.outcome': outcome })),
    ...(beforeJob && { beforeJob }),
  });
  const searching = { db: store.db, log, snapshotBytes };
  const cluster = searchCluster && (await openSearchCluster({ ...searching, ...searchCluster }));
  const { redisUrl, trustedProxies, load, waitMs, searchesAtOnce, searchMs, ...bounds } = {
    ...defaultTraffic,
    ...traffic,
  };
  const searches = new ConcurrencyLimit({ atOnce: searchesAtOnce, waitMs });
  const fairQueue = store.kind === 'pglite' ? new FairQueue(waitMs) : undefined;
  const boundedSql = (): SearchEngine =>
    fairQueue
      ? pricedOnOneConnection(openSql(searching), {
          db: store.db,
          fairQueue,
          concurrency: searches,
          maxMs: searchMs,
        })
      : limitedPerKey(openSql(searching), searches);
  const wireNames = wireNamesOf(names);
  const operations = endpoints.map(({ operation }) => operation);
  const context: ServiceContext = {
    store,
    fairQueue,
    search: cluster?.engine ?? boundedSql(),
    cluster,
    snapshotBytes,
    jobs,
    log,
    now,
    secret,
    acceptedSecret,
    urls,
    v2Sunset: sunsetFrom(v2, now()),
    served: wireNames && new ServedNames(wireNames, operations),
    allowPrivateCallbacks,
    metrics,
    audit,
  };
  if (metrics) {
    observePool(metrics, store);
    observeJobs(metrics, jobs);
  }
  let closing: Promise<void> | undefined;
  const app = openFront(context, () => closing !== undefined, { arrivalMs, load, trustedProxies });
  let counts: LimitRedis | undefined;
  const openCounts = async ({ requestsPerMinute, anonymousPerMinute }: Rates): Promise<void> => {
    if (redisUrl && (requestsPerMinute || anonymousPerMinute))
      counts ??= await LimitRedis.open(redisUrl, namespaceOf(secret));
  };
  await openCounts(bounds);
  const limits = new RequestLimits({ atOnce: bounds.atOnce, waitMs }, bounds, counts);
  const reload = async (to: ServiceLimits): Promise<void> => {
    await openCounts(to);
    limits.replace({ atOnce: to.atOnce, waitMs }, to, counts);
  };
  for (const endpoint of endpoints) serveEndpoint(app, endpoint, context, { allowDemoKeys, limits });
  serveHealth(app, context);
  serveDocument(app, operations, context.served);
  serveOtherMethods(app, [
    ...operations,
    ...['/', '/healthz', '/readyz', '/openapi.json'].map((path) => ({ path, method: 'GET' as const })),
  ]);
  try {
    const url = await app.listen({ host, port });
    await jobs.start(jobHandlers(context));
    if (cluster) {
      cluster.start();
      await jobs.add(store.db, buildIndexesJob);
    }
    const end = async () => {
      await app.close();
      counts?.close();
      await Promise.all([jobs.close(), cluster?.close()]);
    };
    const close = () => (closing ??= end());
    return { url, port: Number(new URL(url).port), context, reload, close, [Symbol.asyncDispose]: close };
  } catch (error) {
    await app.close();
    counts?.close();
    await jobs.close();
    await cluster?.close();
    throw error;
  }
}

/** Reports the queue at each collection of metrics. */
function observeJobs(metrics: Metrics, jobs: JobQueue): void {
  metrics.observe(['kith.jobs.running'], (report) => report('kith.jobs.running', jobs.running));
  metrics.observe(['kith.jobs.waiting'], async (report) => {
    // If the store does not answer, no figure is reported rather than a wrong one.
    const waiting = await jobs.waiting().catch(() => undefined);
    if (waiting !== undefined) report('kith.jobs.waiting', waiting);
  });
}
