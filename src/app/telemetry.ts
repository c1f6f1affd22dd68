import type { Logger } from 'pino';
import { type Config, embedsService } from '../config/config.ts';
import { variables } from '../config/settings.ts';
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
const openConfiguredTelemetry = async (config: Config, process: Process): Promise<Telemetry | undefined> => {
  const { metrics, otel, otlpEndpoint, otlpHeaders = {}, traceRatio } = config.telemetry;
  if (metrics === undefined && !otel) return undefined;
  // Loaded where something is measured, as it would take a part of each start.
  const { openTelemetry } = await import('../telemetry/telemetry.ts');
  // The service's requests are recorded in the graph's spans of its calls.
  const traces = process === 'graph' ? { ratio: traceRatio, propagates: embedsService(config) } : undefined;
  const otlp = otel ? { url: otlpEndpoint, headers: otlpHeaders } : undefined;
  return openTelemetry({ process, version: await ownVersion(), otlp, traces });
};

/** Serves metrics on the configured port, if there is one; the function returned ends that. */
const serveConfiguredMetrics = async (
  config: Config,
  process: Process,
  log: Logger,
  collect: () => Promise<Snapshot>,
): Promise<() => Promise<void>> => {
  const { metrics } = config.telemetry;
  if (metrics === undefined) return async () => undefined;
  const { serveMetrics } = await import('../telemetry/metrics-server.ts');
  const target = { process, version: await ownVersion() };
  const { url, close } = await serveMetrics(metrics, target, collect).catch((error: unknown) => {
    throw listenFailure(error, servers[process], variables.telemetry.metrics.name, metrics);
  });
  log.info({ url }, 'Metrics are served.');
  return close;
};

const servers = {
  graph: 'The server of the graph’s metrics',
  service: 'The server of the data service’s metrics',
};
