import type { Services } from '../../services.ts';
import type { Tracking } from '../../tracking.ts';
import { ConnectorPollers } from './connectors/connector-pollers.ts';
import { defaultPolling, type PollingOptions } from './polling-options.ts';
import { TaskStore } from './store/task-store.ts';
import { TaskPollers } from './task-pollers.ts';
import { MappingTasks } from './tasks.ts';

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
