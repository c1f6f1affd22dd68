import type { Logger } from 'pino';
import type { Credential } from '../../client/call.ts';
import type { Client } from '../../client/client.ts';
import { defaultSettings } from '../../config/read-settings.ts';
import type { Tracing } from '../../telemetry/tracing.ts';
import type { StateStore } from '../state/state-store.ts';
import { hashCredential } from '../state/tasks/credential-hash.ts';
import { TaskStore } from '../state/tasks/task-store.ts';
import { ConnectorPollers } from './connectors/connector-pollers.ts';
import { defaultPolling, type PollingOptions } from './polling-options.ts';
import { SubscriptionQuota } from './subscription-quota.ts';
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

interface Options {
  readonly client: Client;
  readonly log: Logger;
  readonly tracking: Tracking;
  readonly polling: Partial<PollingOptions>;
  /** Store of the tasks; the caller closes it. */
  readonly state: StateStore;
  /** Called for each event read, with how long it was queued, in milliseconds. */
  readonly onTaken?: ((waitedMs: number) => void) | undefined;
  /** Present if each poll is traced. */
  readonly tracing?: Tracing | undefined;
}

/** Opens the store, pollers and quota of mapping tasks. */
export function openTasks({ client, log, tracking, polling, state, tracing, onTaken }: Options) {
  const { secret, retentionMs, publicUrl, subscriptionsPerKey } = tracking;
  const store = new TaskStore(state, retentionMs);
  const leases = state.isShared ? state : undefined;
  // Only the message is logged: a Redis error contains its command, and so the value to be stored.
  const onStoreTrouble = (error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    log.warn({ reason }, 'The store of mapping tasks failed.');
  };
  const pollingOptions = { ...defaultPolling, ...polling };
  const ownerOf = (credential: Credential) => hashCredential(secret, client.baseUrl, credential);
  const quota = new SubscriptionQuota(subscriptionsPerKey);
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
    quota.close(error);
    pollers.close(error);
    connectors.close(error);
  };
  return { tasks, store, quota, close };
}
