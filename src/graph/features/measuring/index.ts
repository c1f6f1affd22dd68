import type { CircuitStateName } from '../../../client/circuit-breaker.ts';
import type { Client } from '../../../client/client.ts';
import type { Metrics } from '../../../telemetry/metrics.ts';
import type { Feature } from '../../feature.ts';
import { MeasuredOperations } from './measured-operations.ts';
import { observed } from './observed-calls.ts';

export const measuring: Feature = {
  name: 'measuring',
  measured: ({ telemetry }) => telemetry && observed(telemetry),
  open({ metrics, tracing, known, client }, { operationLog: log, audit, auditedCredits = 100 }) {
    if (metrics) observeCircuits(metrics, client);
    if (!metrics && !log && !audit) return {};
    return { observer: new MeasuredOperations({ metrics, tracing, log, audit, auditedCredits }, known) };
  },
};

const numbers: Readonly<Record<CircuitStateName, number>> = { closed: 0, 'half-open': 1, open: 2 };

function observeCircuits(metrics: Metrics, client: Client): void {
  metrics.observe(['kith.breaker.state'], (report) => {
    const circuits = client.circuits();
    if (!circuits) return;
    report('kith.breaker.state', numbers[circuits.repeatable], { 'kith.breaker.calls': 'repeatable' });
    report('kith.breaker.state', numbers[circuits.charging], { 'kith.breaker.calls': 'charging' });
  });
}
