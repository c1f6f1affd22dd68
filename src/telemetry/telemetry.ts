import { randomUUID } from 'node:crypto';
import type { Resource } from '@opentelemetry/resources';
import type { MetricProducer } from '@opentelemetry/sdk-metrics';
import { type InstrumentName, instrumentsOf, isInstrument, setsOf } from './instruments.ts';
import { Metrics } from './metrics.ts';
import type { Target } from './open-metrics.ts';
import { observeRuntime } from './runtime.ts';
import { SeriesSets } from './series.ts';
import type { Point, Snapshot } from './snapshot.ts';
import type { TraceOptions, Tracing } from './tracing.ts';

/** A collector that accepts OTLP over HTTP. */
export interface OtlpOptions {
  /** Base URL without trailing slash, to which `/v1/metrics` and `/v1/traces` are added. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface TelemetryOptions extends Target {
  /** Where to send metrics and traces, if anywhere. */
  readonly otlp?: OtlpOptions | undefined;
  /** Absent for no traces; they also require a collector. */
  readonly traces?: TraceOptions | undefined;
}

/** Telemetry of a process. */
export interface Telemetry extends AsyncDisposable {
  readonly metrics: Metrics;
  /** Present if traces are sent. */
  readonly tracing: Tracing | undefined;
  /** All values measured so far. */
  snapshot(): Promise<Snapshot>;
  /** Sends what is still buffered. */
  close(): Promise<void>;
}

/**
 * Opens the instruments. Imports OpenTelemetry's packages on demand, so that they are loaded only if measuring is on.
 */
export async function openTelemetry({ process, version, otlp, traces }: TelemetryOptions): Promise<Telemetry> {
  const [{ MeterProvider, MetricReader, DataPointType }, { resourceFromAttributes }, { producerOf }] =
    await Promise.all([
      import('@opentelemetry/sdk-metrics'),
      import('@opentelemetry/resources'),
      import('./producer.ts'),
    ]);

  /** Collects on request. */
  class SnapshotReader extends MetricReader {
    protected override async onForceFlush(): Promise<void> {}
    protected override async onShutdown(): Promise<void> {}
  }
  const resource = resourceFromAttributes({
    'service.name': `kith-${process}`,
    'service.version': version,
    'service.instance.id': randomUUID(),
  });
  const sentTraces = otlp && traces && (await openTraces(otlp, traces, resource, version));
  const counted = new SeriesSets(process);
  const metricProducers = [producerOf(counted, resource, version)];
  const reader = new SnapshotReader({ metricProducers });
  const provider = new MeterProvider({
    resource,
    readers: [reader, ...(otlp ? [await sendingMetrics(otlp, metricProducers)] : [])],
    views: [...instrumentsOf(process)].map(([instrumentName, instrument]) => ({
      instrumentName,
      // The limit includes the overflow set, so it must be at least two.
      aggregationCardinalityLimit: Math.max(2, setsOf(instrument, process)),
    })),
  });
  const metrics = new Metrics(provider.getMeter('kith', version), counted);
  const runtime = observeRuntime(metrics);

  const snapshot = async (): Promise<Snapshot> => {
    const { resourceMetrics } = await reader.collect();
    const points: Partial<Record<InstrumentName, readonly Point[]>> = {};
    for (const { descriptor, dataPointType, dataPoints } of resourceMetrics.scopeMetrics.flatMap(
      (one) => one.metrics,
    )) {
      const { name } = descriptor;
      if (dataPointType === DataPointType.EXPONENTIAL_HISTOGRAM || !isInstrument(name)) continue;
      points[name] = dataPoints.map(({ attributes, value }) => {
        const labels = Object.fromEntries(Object.entries(attributes).map(([label, text]) => [label, String(text)]));
        return typeof value === 'number'
          ? { labels, value }
          : { labels, counts: value.buckets.counts, sum: value.sum ?? 0 };
      });
    }
    return points;
  };
  const close = async (): Promise<void> => {
    runtime[Symbol.dispose]();
    // A collector that does not answer must not prevent shutdown.
    await Promise.allSettled([provider.shutdown(), sentTraces?.close()]);
  };
  return { metrics, tracing: sentTraces?.tracing, snapshot, close, [Symbol.asyncDispose]: close };
}

async function sendingMetrics({ url, headers }: OtlpOptions, metricProducers: MetricProducer[]) {
  const [{ PeriodicExportingMetricReader }, { OTLPMetricExporter }] = await Promise.all([
    import('@opentelemetry/sdk-metrics'),
    import('@opentelemetry/exporter-metrics-otlp-http'),
  ]);
  const exporter = new OTLPMetricExporter({ url: `${url}/v1/metrics`, headers: { ...headers } });
  return new PeriodicExportingMetricReader({
    exporter,
    metricProducers,
    exportIntervalMillis: 15_000,
    exportTimeoutMillis: 10_000,
  });
}

async function openTraces({ url, headers }: OtlpOptions, options: TraceOptions, resource: Resource, version: string) {
  const [{ TracerProvider, BatchSpanProcessor, AlwaysOnSampler }, exporting, { Tracing }] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('./tracing.ts'),
  ]);
  const exporter = new exporting.OTLPTraceExporter({ url: `${url}/v1/traces`, headers: { ...headers } });
  const provider = new TracerProvider({
    resource,
    // `Tracing` has already sampled.
    sampler: new AlwaysOnSampler(),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  return { tracing: new Tracing(provider.getTracer('kith', version), options), close: () => provider.shutdown() };
}
