import pino, { type Logger } from 'pino';
import type { Store } from '../store/open.ts';
import type { ServiceContext } from './context.ts';
import { serveDocument } from './document.ts';
import type { Endpoint } from './endpoint.ts';
import { endpoints as allEndpoints } from './endpoints.ts';
import { openFront } from './front.ts';
import { serveHealth } from './health.ts';
import { jobHandlers } from './jobs/handlers.ts';
import { JobQueue, type JobQueueOptions } from './jobs/queue.ts';
import { RateLimit } from './rate-limit.ts';
import { serveEndpoint, serveOtherMethods } from './route.ts';
import { buildIndexesJob } from './search/build-job.ts';
import { openSearchCluster, openSql, type SearchClusterConfig } from './search/open.ts';
import { snapshotBytes as usualSnapshotBytes } from './snapshot.ts';
import { type SunsetChoice, sunsetFrom } from './v2/notice.ts';

export interface ServiceOptions {
  /** Stays open when the service closes: whoever opened it closes it. */
  readonly store: Store;
  readonly secret: string;
  readonly urls: ServiceContext['urls'];
  readonly host?: string;
  /** 0: any that is free. */
  readonly port?: number;
  readonly now?: () => Date;
  readonly log?: Logger;
  readonly allowPrivateCallbacks?: boolean;
  /** Honours demo keys for every connection, not only for those from this machine. */
  readonly allowDemoKeys?: boolean;
  /** Requests that a key may make in a minute; left out: any number. */
  readonly requestsPerMinute?: number | undefined;
  /** Default: July 15 of next year, after which v2 goes on. */
  readonly v2?: SunsetChoice;
  /** The most that a snapshot of ids may take in the store; default: 16 MiB, a million ids. */
  readonly snapshotBytes?: number;
  /** Answers searches once it has been filled from the store, which this service then sees to. */
  readonly searchCluster?: SearchClusterConfig | undefined;
  /** How long a request, its head or all of it, may take to arrive; then it is answered with 408. Default: 30 seconds. */
  readonly arrivalMs?: number;
  readonly endpoints?: readonly Endpoint[];
  /** Awaited before each run of a job, so that a test can hold it. */
  readonly beforeJob?: JobQueueOptions['beforeJob'];
}

export interface Service extends AsyncDisposable {
  /** The base address, without a trailing slash. */
  readonly url: string;
  readonly port: number;
  readonly context: ServiceContext;
  /** Lets requests in flight end, then stops the background work. */
  close(): Promise<void>;
}

const present = (): Date => new Date();
const silent = (): Logger => pino({ level: 'silent' });

/** Opens the data service on a store: HTTP and background work. Rejects if it can't listen. */
export async function openService({
  store,
  secret,
  urls,
  host = '127.0.0.1',
  port = 0,
  now = present,
  log = silent(),
  allowPrivateCallbacks = false,
  allowDemoKeys = false,
  v2 = { lastDay: undefined, after: 'serve' },
  requestsPerMinute,
  snapshotBytes = usualSnapshotBytes,
  searchCluster,
  arrivalMs = 30_000,
  endpoints = allEndpoints,
  beforeJob,
}: ServiceOptions): Promise<Service> {
  const jobs = new JobQueue({
    db: store.db,
    log,
    now,
    alone: store.kind === 'pglite',
    ...(beforeJob && { beforeJob }),
  });
  const searching = { db: store.db, log, snapshotBytes };
  const cluster = searchCluster && (await openSearchCluster({ ...searching, ...searchCluster }));
  const context: ServiceContext = {
    store,
    search: cluster?.engine ?? openSql(searching),
    cluster,
    snapshotBytes,
    jobs,
    log,
    now,
    secret,
    urls,
    v2Sunset: sunsetFrom(v2, now()),
    allowPrivateCallbacks,
  };
  let closing: Promise<void> | undefined;
  const app = openFront(context, () => closing !== undefined, arrivalMs);
  const operations = endpoints.map(({ operation }) => operation);
  const rateLimit = requestsPerMinute === undefined ? undefined : new RateLimit(requestsPerMinute);
  for (const endpoint of endpoints) serveEndpoint(app, endpoint, context, { allowDemoKeys, rateLimit });
  serveHealth(app, context);
  serveDocument(app, operations);
  serveOtherMethods(app, [
    ...operations,
    ...['/', '/healthz', '/readyz', '/openapi.json', '/docs'].map((path) => ({ path, method: 'GET' as const })),
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
      await Promise.all([jobs.close(), cluster?.close()]);
    };
    const close = () => (closing ??= end());
    return { url, port: Number(new URL(url).port), context, close, [Symbol.asyncDispose]: close };
  } catch (error) {
    await app.close();
    await jobs.close();
    await cluster?.close();
    throw error;
  }
}
