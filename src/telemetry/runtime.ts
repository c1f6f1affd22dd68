import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8';
import type { Metrics } from './metrics.ts';

/** Interval of the timer whose delay is measured, in milliseconds. */
const resolution = 20;

/** Observes event loop, heap and process, by the semantic conventions for Node.js and V8. */
export function observeRuntime(metrics: Metrics): Disposable {
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();
  let seen = performance.eventLoopUtilization();
  // Node's values include the timer's interval.
  const seconds = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e9 - resolution / 1e3) || 0;
  metrics.observe(
    [
      'nodejs.eventloop.delay.mean',
      'nodejs.eventloop.delay.p50',
      'nodejs.eventloop.delay.p99',
      'nodejs.eventloop.delay.max',
      'nodejs.eventloop.utilization',
    ],
    (report) => {
      report('nodejs.eventloop.delay.mean', seconds(delay.mean));
      report('nodejs.eventloop.delay.p50', seconds(delay.percentile(50)));
      report('nodejs.eventloop.delay.p99', seconds(delay.percentile(99)));
      report('nodejs.eventloop.delay.max', seconds(delay.count === 0 ? 0 : delay.max));
      delay.reset();
      const now = performance.eventLoopUtilization();
      report('nodejs.eventloop.utilization', performance.eventLoopUtilization(now, seen).utilization);
      seen = now;
    },
  );
  metrics.observe(
    ['v8js.memory.heap.used', 'v8js.memory.heap.limit', 'process.memory.usage', 'process.cpu.time'],
    (report) => {
      for (const { space_name: space, space_used_size: used } of getHeapSpaceStatistics())
        report('v8js.memory.heap.used', used, { 'v8js.heap.space.name': space });
      report('v8js.memory.heap.limit', getHeapStatistics().heap_size_limit);
      report('process.memory.usage', process.memoryUsage.rss());
      const { user, system } = process.cpuUsage();
      report('process.cpu.time', user / 1e6, { 'cpu.mode': 'user' });
      report('process.cpu.time', system / 1e6, { 'cpu.mode': 'system' });
    },
  );
  return { [Symbol.dispose]: () => delay.disable() };
}
