export interface WatchOptions {
  /** Allows webhooks to loopback and private addresses, and over plain http. */
  readonly allowPrivate: boolean;
  /** Lease on a watch, in milliseconds: after a replica dies, others take over when it expires. Default: 30 seconds. */
  readonly leaseMs?: number | undefined;
  /** Timeout of a webhook call, in milliseconds. Default: 15 seconds. */
  readonly timeoutMs?: number;
}
