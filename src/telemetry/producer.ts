import { type HrTime, ValueType } from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  DataPointType,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics';
import { type Instrument, type InstrumentName, instruments } from './instruments.ts';
import type { Series, SeriesSets } from './series.ts';

/** Provides the series that a process has counted itself to readers of OpenTelemetry's SDK. */
export function producerOf(counted: SeriesSets, resource: Resource, version: string): MetricProducer {
  const startTime = hrTimeOf(Date.now());
  return {
    collect: async () => {
      const times = { startTime, endTime: hrTimeOf(Date.now()) };
      const all = [...counted].map(([name, { all }]) => metricData(name, all, times));
      const scopeMetrics = [{ scope: { name: 'kith', version }, metrics: all }];
      return { resourceMetrics: { resource, scopeMetrics }, errors: [] };
    },
  };
}

interface Times {
  readonly startTime: HrTime;
  readonly endTime: HrTime;
}

function metricData(name: InstrumentName, all: readonly Series[], times: Times): MetricData {
  const { unit, description, buckets }: Instrument = instruments[name];
  const common = {
    descriptor: { name, unit, description, valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  if (!buckets)
    return {
      ...common,
      dataPointType: DataPointType.SUM,
      isMonotonic: true,
      dataPoints: all.map(({ labels: attributes, sum }) => ({ ...times, attributes, value: sum })),
    };
  return {
    ...common,
    dataPointType: DataPointType.HISTOGRAM,
    dataPoints: all.map(({ labels: attributes, sum, counts }) => {
      const count = counts.reduce((all, inBucket) => all + inBucket, 0);
      const value = { buckets: { boundaries: [...buckets], counts: [...counts] }, sum, count };
      return { ...times, attributes, value };
    }),
  };
}

/** Seconds and nanoseconds. */
const hrTimeOf = (ms: number): HrTime => [Math.floor(ms / 1000), Math.floor(ms % 1000) * 1_000_000];
