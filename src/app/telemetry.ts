import type { Logger } from 'pino';
import { type Config, embedsService } from '../config/config.ts';
import { variables } from '../config/settings.ts';
import type { Process } from '../telemetry/instruments.ts';
import type { Snapshot } from '../telemetry/snapshot.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { listenFailure } from './command-failure.ts';
import { ownVersion } from './version.ts';

/** Telemetry of this process. */
export interface RunningTelemetry {
  /** Undefined if the configuration enables neither metrics nor OpenTelemetry. */
  readonly telemetry: Telemetry | undefined;
  close(): Promise<void>;
}

/** Opens the configured telemetry, and serves metrics if a port is configured. */
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

/** Opens the instruments and exporters, without serving metrics. */
const openConfiguredTelemetry = async (config: Config, process: Process): Promise<Telemetry | undefined> => {
  const { metrics, otel, otlpEndpoint, otlpHeaders = {}, traceRatio } = config.telemetry;
  if (metrics === undefined && !otel) return undefined;
  // Imported on demand, since loading it slows every start.
  const { openTelemetry } = await import('../telemetry/telemetry.ts');
  // The service has no spans: the graph's spans of its calls cover its requests.
  const traces = process === 'graph' ? { ratio: traceRatio, propagates: embedsService(config) } : undefined;
  const otlp = otel ? { url: otlpEndpoint, headers: otlpHeaders } : undefined;
  return openTelemetry({ process, version: await ownVersion(), otlp, traces });
};

/** Serves metrics on the configured port, if any; the returned function stops that. */
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
