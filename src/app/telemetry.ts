import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { variables } from '../config/env.ts';
import type { Process } from '../telemetry/instruments.ts';
import type { Snapshot } from '../telemetry/snapshot.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { listenFailure } from './command-failure.ts';
import { ownVersion } from './version.ts';

/** What is measured in this process. */
export interface RunningTelemetry {
  /** Undefined where the configuration asks for nothing. */
  readonly telemetry: Telemetry | undefined;
  close(): Promise<void>;
}

/** Opens what the configuration asks for, and serves the metrics where it names a port. */
export const openMeasured = async (config: Config, process: Process, log: Logger): Promise<RunningTelemetry> => {
  await using opened = new AsyncDisposableStack();
  const telemetry = await openConfiguredTelemetry(config, process);
  if (telemetry) {
    opened.use(telemetry);
    opened.defer(await serveConfiguredMetrics(config, process, log, () => telemetry.snapshot()));
  }
  const everything = opened.move();
  return { telemetry, close: () => everything.disposeAsync() };
};

/** The instruments alone, where the configuration asks for metrics. */
export const openConfiguredTelemetry = async (config: Config, process: Process): Promise<Telemetry | undefined> => {
  const { otlp } = config.telemetry;
  if (portOf(config, process) === undefined && otlp === undefined) return undefined;
  // Loaded where something is measured, as it would take a part of each start.
  const { openTelemetry } = await import('../telemetry/telemetry.ts');
  const { traceRatio: ratio, traceUpstream: propagates } = config.telemetry;
  // The service's requests are recorded in the graph's spans of its calls.
  const traces = process === 'graph' ? { ratio, propagates } : undefined;
  return openTelemetry({ process, version: await ownVersion(), otlp, traces });
};

/** Serves metrics on the configured port, if there is one; the function returned ends that. */
export const serveConfiguredMetrics = async (
  config: Config,
  process: Process,
  log: Logger,
  collect: () => Promise<Snapshot>,
): Promise<() => Promise<void>> => {
  const { metricsHost: host } = config.telemetry;
  const port = portOf(config, process);
  if (port === undefined) return async () => undefined;
  const { serveMetrics } = await import('../telemetry/metrics-server.ts');
  const { variable, server } = served[process];
  const target = { process, version: await ownVersion() };
  const { url, close } = await serveMetrics({ host, port }, target, collect).catch((error: unknown) => {
    throw listenFailure(error, server, variable.name, { host, port });
  });
  log.info({ url }, 'Metrics are served.');
  return close;
};

const served = {
  graph: { variable: variables.metricsPort, server: 'The server of the graph’s metrics' },
  service: { variable: variables.serviceMetricsPort, server: 'The server of the data service’s metrics' },
};

const portOf = ({ telemetry }: Config, process: Process): number | undefined =>
  process === 'graph' ? telemetry.metricsPort : telemetry.serviceMetricsPort;
