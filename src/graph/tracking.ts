import { defaultSettings } from '../config/read-settings.ts';

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
