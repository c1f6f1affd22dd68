import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config, EmbeddingConfig } from '../config/config.ts';
import { variables } from '../config/settings.ts';
import { Seal } from '../graph/state/seal/seal.ts';
import { measureStatements } from '../service/measure/observe-store.ts';
import type { ServiceLimits } from '../service/server.ts';
import { hasDatabase } from '../store/engine/database-files.ts';
import type { Store } from '../store/open.ts';
import { addDueTeams, loadSample } from '../store/sample/load.ts';
import { sampleDatabase } from '../store/sample/records.ts';
import { serveAdmin } from './admin/serve.ts';
import { CommandFailure, listenFailure } from './command-failure.ts';
import { refuseExposure } from './demo-keys.ts';
import { keptSecret, secretsOf } from './kept-secret.ts';
import { loadGuardOf } from './load-guard.ts';
import { openAudit } from './log.ts';
import type { Progress } from './progress.ts';
import { configuredCluster } from './search-cluster.ts';
import { openConfiguredStore } from './store.ts';
import { openMeasured } from './telemetry.ts';

/** Applies the settings that can change at run time. */
type Reload = (config: Config) => Promise<void>;

/** A running data service, in this process or elsewhere. */
export interface RunningService {
  readonly url: string;
  /** The demo keys are valid here. */
  readonly demoKeys: boolean;
  /** Whether it answered at startup; absent if this program started it. */
  readonly answers?: boolean;
  /** Resolves when the connections of a new sample are mapped; undefined if there is nothing to wait for. */
  readonly settled?: Promise<void> | undefined;
  /** Rejects with a `CommandFailure` when the service cannot continue. */
  readonly lost?: Promise<void> | undefined;
  /** Absent if another program runs the service. */
  readonly reload?: Reload;
  /** Waits for requests in flight, then releases all resources. */
  close(): Promise<void>;
}

export interface OpenEmbeddedService extends RunningService {
  readonly reload: Reload;
  readonly store: Store;
}

export interface EmbeddedServiceOptions {
  readonly log: Logger;
  readonly onProgress: (progress: Progress) => void;
}

/**
 * Opens the data service and its store in this process. A new or empty embedded store has the sample, unless the
 * configuration turns that off; its connections are mapped when `settled` resolves.
 *
 * @throws {CommandFailure} if the user can fix the cause: a port or directory in use, demo keys exposed
 */
export const openEmbeddedService = async (
  config: EmbeddingConfig,
  { log, onProgress }: EmbeddedServiceOptions,
): Promise<OpenEmbeddedService> => {
  const { host, port, allow, billingUrl, v2Until } = config.service;
  await using opened = new AsyncDisposableStack();
  const { telemetry, close: closeTelemetry } = await openMeasured(config, 'service', log);
  opened.defer(closeTelemetry);
  const metrics = telemetry?.metrics;
  const audit = openAudit(log, config);
  const onStatement = metrics && measureStatements(metrics);
  const { sample, store: place } = config.service;
  const wantsSample = sample && place.kind === 'pglite';
  if (wantsSample && !(await hasDatabase(place.dataDir))) refuseExposure(config);
  const template = wantsSample ? sampleDatabase : undefined;
  const opening = openConfiguredStore(config, log, { onProgress, onStatement, template });
  opening.catch(() => undefined);
  // The store's thread starts while the service's modules load in this one.
  const { openService } = await import('../service/server.ts');
  const store = opened.use(await opening);
  const filled = wantsSample && (await fill(store, () => refuseExposure(config), onProgress));
  const demoKeys = filled || (await hasDemoKeys(store));
  if (demoKeys) refuseExposure(config);

  const secret = config.secret ?? (await keptSecret(config.dataDir, 'secret'));
  const service = opened.use(
    await openService({
      store,
      host,
      port,
      secret,
      acceptedSecret: config.acceptedSecret,
      urls: { enableOverages: billingUrl, upgradePlan: billingUrl },
      log,
      allowDemoKeys: allow.includes('demo-keys'),
      allowPrivateCallbacks: allow.includes('private-callbacks'),
      traffic: {
        ...limitsOf(config),
        redisUrl: config.redisUrl,
        trustedProxies: config.traffic.trustedProxies,
        load: loadGuardOf(config),
      },
      v2: { lastDay: v2Until, after: v2Until === undefined ? 'serve' : 'gone' },
      names: config.service.names,
      searchCluster: configuredCluster(config),
      metrics,
      audit,
    }).catch((error) => {
      throw listenFailure(error, 'The data service', variables.service.port.name, config.service);
    }),
  );
  const mapped = async () => {
    onProgress({ step: 'mapping', done: 0, total: 1 });
    await service.context.jobs.idle();
    onProgress({ step: 'mapping', done: 1, total: 1 });
  };

  const admin = await serveAdmin({ store, log, audit, seal: new Seal(await secretsOf(config)) });
  opened.defer(() => admin.close());
  await store.publishAddress(admin.url);

  const everything = opened.move();
  const lost = store.lost?.then(storeLost);
  let close = (): Promise<void> => everything.disposeAsync();
  // Without its store, the service cannot complete requests in flight: close waits for a bounded time only.
  lost?.catch(() => {
    close = () => Promise.race([everything.disposeAsync(), pause(closeLostMs, undefined, { ref: false })]);
  });
  return {
    url: service.url,
    demoKeys,
    store,
    settled: filled ? mapped() : undefined,
    lost,
    reload: async (to) => {
      await service.reload(limitsOf(to));
    },
    close: () => close(),
  };
};

/** The limits that a running service can change. */
const limitsOf = ({ traffic }: Config): ServiceLimits => ({
  requestsPerMinute: traffic.keyPerMinute,
  anonymousPerMinute: traffic.anonymousPerMinute,
  atOnce: traffic.concurrency,
});

/** Timeout for closing a service that has lost its store, in milliseconds. */
const closeLostMs = 5_000;

/** A failed fsync must not be retried: only recovery from the write-ahead log, at a restart, shows what reached the disk. */
const storeLost = ({ message }: Error): never => {
  throw new CommandFailure(
    `The embedded store stopped working (${message}). Start Kith again: it recovers the store from disk.`,
  );
};

/** Completes the sample in a store that began with it, or loads it into an empty one; resolves with whether it did. */
const fill = async (store: Store, refuse: () => void, onProgress: (progress: Progress) => void): Promise<boolean> => {
  if (await addDueTeams(store.db)) return true;
  if (!(await isEmpty(store))) return false;
  refuse();
  await loadSample(store, { onProgress });
  return true;
};

const isEmpty = async ({ db }: Store): Promise<boolean> =>
  (
    await Promise.all([
      db.selectFrom('setting').select('name').limit(1).executeTakeFirst(),
      ...(['team', 'profile', 'company'] as const).map((table) =>
        db.selectFrom(table).select('id').limit(1).executeTakeFirst(),
      ),
    ])
  ).every((row) => row === undefined);

const hasDemoKeys = async ({ db }: Store): Promise<boolean> =>
  (await db
    .selectFrom('api_key')
    .select('id')
    .where('demo', '=', true)
    .where('revoked_at', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined;
