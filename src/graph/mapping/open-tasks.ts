import { defaultSettings } from '../../config/read-settings.ts';
import type { Services } from '../services.ts';
import { TaskStore } from '../state/tasks/task-store.ts';
import { ConnectorPollers } from './connectors/connector-pollers.ts';
import { defaultPolling, type PollingOptions } from './polling-options.ts';
import { TaskPollers } from './task-pollers.ts';
import { MappingTasks } from './tasks.ts';

/** How mapping tasks are followed and remembered. */
export interface Tracking {
  /** How long the graph remembers a task and its result, in milliseconds. */
  readonly retentionMs: number;
  /** Secret for the hashes of credentials; must be equal on all replicas that share a store. */
  readonly secret: string;
  /** Base URL at which the upstream reaches this graph, without a final slash; absent: no callbacks. */
  readonly publicUrl?: string | undefined;
  /** Secret that callbacks must be signed with (Standard Webhooks); absent: unsigned callbacks are accepted. */
  readonly callbackSecret?: string | undefined;
  /** The most open subscriptions of one credential in this process. */
  readonly subscriptionsPerKey: number;
  /** The most open operations of one WebSocket. */
  readonly subscriptionsPerSocket: number;
  /** How long a closing graph waits for its subscribers to unsubscribe, and for requests in flight, in milliseconds. */
  readonly drainMs: number;
}

/** Defaults of a single graph without persistent state. */
export const defaultTracking: Tracking = {
  retentionMs: 24 * 3_600_000,
  secret: '',
  subscriptionsPerKey: 20_000,
  subscriptionsPerSocket: 1_000,
  drainMs: defaultSettings.traffic.drainMs,
};

/** Opens the store and the pollers of mapping tasks. */
export function openTasks(services: Services, tracking: Tracking, polling: Partial<PollingOptions>) {
  const { client, log, state, tracing, metrics, quota, credentialHash: ownerOf } = services;
  const { retentionMs, publicUrl } = tracking;
  const onTaken = metrics && ((waitedMs: number) => metrics.record('kith.subscription.lag', waitedMs / 1000));
  const store = new TaskStore(state, retentionMs);
  const leases = state.isShared ? state : undefined;
  // Only the message is logged: a Redis error contains its command, and so the value to be stored.
  const onStoreTrouble = (error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    log.warn({ reason }, 'The store of mapping tasks failed.');
  };
  const pollingOptions = { ...defaultPolling, ...polling };
  const pollers = new TaskPollers({
    client,
    store,
    leases,
    polling: pollingOptions,
    quota,
    ownerOf,
    onStoreTrouble,
    tracing,
    onTaken,
  });
  const connectors = new ConnectorPollers({ client, polling: pollingOptions, quota, ownerOf, tracing });
  const { paidLeaseMs } = pollingOptions;
  const tasks = new MappingTasks({ store, leases, pollers, connectors, publicUrl, paidLeaseMs, onStoreTrouble });
  /** Ends every subscription; later ones are refused with the same error. */
  const close = (error: Error): void => {
    pollers.close(error);
    connectors.close(error);
  };
  return { tasks, close };
}
