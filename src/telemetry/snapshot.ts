import { type InstrumentName, instruments } from './instruments.ts';

/** The value of one series, or what a histogram has counted under one set of labels. */
export type Point =
  | { readonly labels: PointLabels; readonly value: number }
  /** One count for each bucket, those above the last bound included. */
  | { readonly labels: PointLabels; readonly counts: readonly number[]; readonly sum: number };

type PointLabels = Readonly<Record<string, string>>;

/** All that was measured in a process, by instrument; as JSON it passes from one process to another. */
export type Snapshot = Readonly<Partial<Record<InstrumentName, readonly Point[]>>>;

const isName = (name: string): name is InstrumentName => Object.hasOwn(instruments, name);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isPoint = (value: unknown): value is Point =>
  isObject(value) &&
  isObject(value.labels) &&
  Object.values(value.labels).every((label) => typeof label === 'string') &&
  (typeof value.value === 'number' ||
    (typeof value.sum === 'number' &&
      Array.isArray(value.counts) &&
      value.counts.every((count) => typeof count === 'number')));

/** Undefined for what is no snapshot; instruments of another version are left out. */
export function readSnapshot(value: unknown): Snapshot | undefined {
  if (!isObject(value)) return undefined;
  const snapshot: Partial<Record<InstrumentName, readonly Point[]>> = {};
  for (const [name, points] of Object.entries(value)) {
    if (!Array.isArray(points) || !points.every(isPoint)) return undefined;
    if (isName(name)) snapshot[name] = points;
  }
  return snapshot;
}

/** What processes measured, together: values are added up, but of a gauge the largest counts. */
export function merged(snapshots: readonly Snapshot[]): Snapshot {
  const sums: Partial<Record<InstrumentName, readonly Point[]>> = {};
  for (const name of new Set(snapshots.flatMap((snapshot) => Object.keys(snapshot)))) {
    if (!isName(name)) continue;
    const points = snapshots.flatMap((snapshot) => snapshot[name] ?? []);
    const isGauge = instruments[name].kind === 'gauge';
    sums[name] = [...Map.groupBy(points, ({ labels }) => keyOf(labels)).values()].map((alike) =>
      alike.reduce((one, other) => together(one, other, isGauge)),
    );
  }
  return sums;
}

/** What is left of a process that has ended: what it counted goes on to count, and what it held is gone. */
export const countsOf = (snapshot: Snapshot): Snapshot =>
  Object.fromEntries(
    Object.entries(snapshot).filter(
      ([name]) => isName(name) && (instruments[name].kind === 'counter' || instruments[name].kind === 'histogram'),
    ),
  );

const keyOf = (labels: PointLabels): string =>
  JSON.stringify(Object.entries(labels).toSorted(([one], [other]) => (one < other ? -1 : 1)));

function together(one: Point, other: Point, isGauge: boolean): Point {
  if ('value' in one && 'value' in other)
    return { labels: one.labels, value: isGauge ? Math.max(one.value, other.value) : one.value + other.value };
  if ('value' in one || 'value' in other) return one;
  return {
    labels: one.labels,
    counts: one.counts.map((count, at) => count + (other.counts[at] ?? 0)),
    sum: one.sum + other.sum,
  };
}
