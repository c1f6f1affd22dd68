/** How tasks and connectors are polled. All times are in milliseconds. */
export interface PollingOptions {
  /** The first pause between two polls. */
  readonly firstMs: number;
  /** The longest pause; jitter goes up to a fifth either way. */
  readonly longestMs: number;
  /** How much longer each pause is than the last. */
  readonly growth: number;
  /** How long a task may stay `Unknown` before its stream ends. */
  readonly unknownMs: number;
  /** How long after it was first seen a task that has not ended is given up. */
  readonly limitMs: number;
  /** How long an ended task is answered for without another poll. */
  readonly lingerMs: number;
  /** For how long a replica takes the lease of a task that it polls; it renews it in time. */
  readonly leaseMs: number;
  /** The same for a request that may be charged. */
  readonly paidLeaseMs: number;
  /** How long after connectors were first looked for one by one the whole network is read for them. */
  readonly networkMs: number;
  /** How long connectors are looked for. */
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

/** A pause, a little longer or shorter, so that tasks that began together are not polled together for ever. */
export const jittered = (pauseMs: number, random: () => number): number => pauseMs * (0.8 + 0.4 * random());
