import type { CircuitStateName } from '../../client/circuit-breaker.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { Services } from '../services.ts';
import type { Sockets } from './websocket/websocket-server.ts';

const numbers: Readonly<Record<CircuitStateName, number>> = { closed: 0, 'half-open': 1, open: 2 };

/** Reports gauges of the graph's state whenever metrics are collected. */
export function observeState(metrics: Metrics, { client, purses }: Services, sockets: Sockets): void {
  metrics.observe(['kith.sockets.open', 'kith.sockets.lagged', 'kith.breaker.state'], (report) => {
    report('kith.sockets.open', sockets.size);
    report('kith.sockets.lagged', sockets.lagged);
    const circuits = client.circuits();
    if (!circuits) return;
    report('kith.breaker.state', numbers[circuits.repeatable], { 'kith.breaker.calls': 'repeatable' });
    report('kith.breaker.state', numbers[circuits.charging], { 'kith.breaker.calls': 'charging' });
  });
  metrics.observe(['kith.purses.low'], async (report) => {
    // If the store does not answer, report no value rather than a wrong one.
    const low = await purses.store.low().catch(() => undefined);
    if (low !== undefined) report('kith.purses.low', low);
  });
}
