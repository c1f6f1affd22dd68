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
  /** Stays open when the service closes: its opener closes it. */
  readonly store: Store;
  readonly secret: string;
  /** Another secret, whose page tokens are accepted. */
  readonly acceptedSecret?: string | undefined;
  readonly urls: ServiceContext['urls'];
  readonly host?: string;
  /** 0: any that is free. */
  readonly port?: number;
  readonly now?: () => Date;
  readonly log?: Logger;
  /** The words in which the interface is served, in place of the contract's. */
  readonly names?: Words | undefined;
  readonly allowPrivateCallbacks?: boolean;
  /** Honours demo keys for every connection, not only for those from this machine. */
  readonly allowDemoKeys?: boolean;
  readonly traffic?: Partial<ServiceTraffic> | undefined;
  /** Default: July 15 of next year, after which v2 keeps answering. */
  readonly v2?: SunsetChoice;
  /** The most that a snapshot of ids may take in the store; default: 16 MiB, a million ids. */
  readonly snapshotBytes?: number;
  /** Answers searches once it has been filled from the store, which this service then sees to. */
  readonly searchCluster?: SearchClusterConfig | undefined;
  /** How long a request, its head or all of it, may take to arrive; then it is answered with 408. Default: 30 seconds. */
  readonly arrivalMs?: number;
  readonly endpoints?: readonly Endpoint[];
  /** What measures the service; absent: nothing is measured. */
  readonly metrics?: Metrics | undefined;
  readonly audit?: Audit | undefined;
  /** Awaited before each run of a job, so that a test can hold it. */
  readonly beforeJob?: JobQueueOptions['beforeJob'];
}

export interface Service extends AsyncDisposable {
  /** The base address, without a trailing slash. */
  readonly url: string;
  readonly port: number;
  readonly context: ServiceContext;
  /** Takes these limits in place of those there are; rejects, and leaves them, where the Redis of counts does not answer. */
  reload(limits: ServiceLimits): Promise<void>;
  /** Lets requests in flight end, then stops the background work. */
  close(): Promise<void>;
}

/** What one key may take at once and in a minute, and one address without an accepted key. */
export interface ServiceLimits {
  /** Requests that a key may make in a minute; undefined: any number. */
  readonly requestsPerMinute: number | undefined;
  /** Requests without an accepted key from one address in a minute; 0: any number. */
  readonly anonymousPerMinute: number;
  /** Requests of a key that are answered at once. */
  readonly atOnce: number;
}

/** The limits of keys, and when the service takes on no more. */
export interface ServiceTraffic extends ServiceLimits {
  /** How long a request, or a search, waits for its turn, in milliseconds. */
  readonly waitMs: number;
  /** Searches of a key that run at once; on the embedded store, of those that are not costly. */
  readonly searchesAtOnce: number;
  /** The longest that a search may take on the embedded store, as it is priced before, in milliseconds; 0: any. */
  readonly searchMs: number;
  /** Through which services with the same secret count together. */
  readonly redisUrl: string | undefined;
  /** Addresses and networks of proxies, whose `x-forwarded-for` says where a request comes from. */
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

/** What services of one secret have in common, and others can't guess. */
const namespaceOf = (secret: string): string => createHmac('sha256', secret).update('rates').digest('base64url');

const present = (): Date => new Date();
const silent = (): Logger => pino({ level: 'silent' });

/** Opens the data service on a store: HTTP and background work. Rejects if it can't listen. */
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

/** Observes the queue whenever metrics are collected. */
function observeJobs(metrics: Metrics, jobs: JobQueue): void {
  metrics.observe(['kith.jobs.running'], (report) => report('kith.jobs.running', jobs.running));
  metrics.observe(['kith.jobs.waiting'], async (report) => {
    // A store that does not answer shows no figure rather than a wrong one.
    const waiting = await jobs.waiting().catch(() => undefined);
    if (waiting !== undefined) report('kith.jobs.waiting', waiting);
  });
}
