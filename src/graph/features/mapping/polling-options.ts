/** How tasks and connectors are polled. All times are in milliseconds. */
export interface PollingOptions {
  /** The first pause between two polls. */
  readonly firstMs: number;
  /** The longest pause; jitter goes up to a fifth either way. */
  readonly longestMs: number;
  /** The factor by which the pause grows after each poll. */
  readonly growth: number;
  /** How long a task may stay `Unknown` before its stream ends. */
  readonly unknownMs: number;
  /** How long a task is followed after its first observation before it is abandoned. */
  readonly limitMs: number;
  /** How long the state of an ended task is kept in memory, so that new subscribers cause no poll. */
  readonly lingerMs: number;
  /** How long the lease of a task lasts; the replica that polls it renews it in time. */
  readonly leaseMs: number;
  /** How long the lease of a request that may be charged lasts. */
  readonly paidLeaseMs: number;
  /** How long after the start the whole network is first read for connectors. */
  readonly networkMs: number;
  /** How long connectors are searched for. */
  readonly connectorsMs: number;
}

export const defaultPolling: PollingOptions = {
  firstMs: 250,
  longestMs: 10_000,
  growth: 1.5,
  unknownMs: 60_000,
  limitMs: 24 * 3_600_000,
  lingerMs: 5_000,
  leaseMs: 3_000,
  paidLeaseMs: 15_000,
  networkMs: 30_000,
  connectorsMs: 600_000,
};

/** A pause with jitter of up to a fifth, so that tasks that began together are not polled together. */
export const jittered = (pauseMs: number): number => pauseMs * (0.8 + 0.4 * Math.random());
