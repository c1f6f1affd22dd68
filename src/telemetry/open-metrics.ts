import { exposedLabel, exposedName, type Instrument, instrumentsOf, type Process } from './instruments.ts';
import type { Point, Snapshot } from './snapshot.ts';

export const openMetricsType = 'application/openmetrics-text; version=1.0.0; charset=utf-8';

/** The measured process. */
export interface Target {
  readonly process: Process;
  readonly version: string;
}

/** Prints a snapshot in the text format of OpenMetrics 1.0. */
export function openMetrics(snapshot: Snapshot, { process, version }: Target): string {
  const lines = ['# TYPE target info', sample('target_info', { service_name: `kith-${process}`, version }, 1)];
  for (const [name, instrument] of instrumentsOf(process)) {
    const points = snapshot[name] ?? (instrument.kind === 'counter' && instrument.labels.length === 0 ? zero : []);
    if (points.length > 0) lines.push(...familyOf(name, instrument, points));
  }
  return `${lines.join('\n')}\n# EOF\n`;
}

/** Exposed by counters that have not counted yet, so that their first increase is visible. */
const zero: readonly Point[] = [{ labels: {}, value: 0 }];

function familyOf(name: string, instrument: Instrument, points: readonly Point[]): readonly string[] {
  const { kind, description } = instrument;
  const exposed = exposedName(name, instrument);
  const unit = /_(seconds|bytes|ratio)$/.exec(exposed)?.[1];
  const type = kind === 'upDownCounter' ? 'gauge' : kind;
  return [
    `# TYPE ${exposed} ${type}`,
    ...(unit ? [`# UNIT ${exposed} ${unit}`] : []),
    `# HELP ${exposed} ${escaped(description)}`,
    ...points.flatMap((point) =>
      'value' in point
        ? [sample(type === 'counter' ? `${exposed}_total` : exposed, point.labels, point.value)]
        : histogram(exposed, point, instrument.buckets ?? []),
    ),
  ];
}

function histogram(
  name: string,
  { labels, counts, sum }: Extract<Point, { readonly sum: number }>,
  bounds: readonly number[],
): readonly string[] {
  let count = 0;
  const buckets = counts.map((inBucket, at) => {
    count += inBucket;
    return sample(`${name}_bucket`, { ...labels, le: boundText(bounds[at]) }, count);
  });
  return [...buckets, sample(`${name}_sum`, labels, sum), sample(`${name}_count`, labels, count)];
}

/** Formats a bound as Go does, so that equal buckets have equal names in all languages. */
const boundText = (bound: number | undefined): string =>
  bound === undefined ? '+Inf' : Number.isInteger(bound) ? `${bound}.0` : String(bound);

function sample(name: string, labels: Readonly<Record<string, string>>, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${exposedLabel(label)}="${escaped(text)}"`);
  return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}`;
}

const escaped = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"');
