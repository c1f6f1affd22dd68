import type { Metrics } from '../../telemetry/metrics.ts';
import type { JobQueue } from '../jobs/queue.ts';

/** Observes the queue whenever metrics are collected. */
export function observeJobs(metrics: Metrics, jobs: JobQueue): void {
  metrics.observe(['kith.jobs.running'], (report) => report('kith.jobs.running', jobs.running));
  metrics.observe(['kith.jobs.waiting'], async (report) => {
    // A store that does not answer shows no figure rather than a wrong one.
    const waiting = await jobs.waiting().catch(() => undefined);
    if (waiting !== undefined) report('kith.jobs.waiting', waiting);
  });
}
