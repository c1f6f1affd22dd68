import type { Attributes } from '@opentelemetry/api';
import { type Instrument, type InstrumentName, instruments, type Process, setsOf } from './instruments.ts';

type Value = string | number | undefined;
type Values = Readonly<Record<string, Value>>;

/** A series: the sum of all values with one set of label values, and for histograms the counts of the buckets. */
export interface Series {
  readonly labels: Attributes;
  sum: number;
  /** Per bucket, including the unbounded one; empty for a counter. */
  readonly counts: number[];
}

/** A node of the tree of series, by label values. */
interface Branch {
  series?: Series;
  readonly next: Map<Value, Branch>;
}

const none: Values = {};

/** OpenTelemetry's label of the series for everything beyond the limit. */
const overflow = { 'otel.metric.overflow': true };

/**
 * The series of a counter or histogram, as plain numbers, found by one look-up per label. The SDK's own instruments
 * sort and stringify all labels for every value and reader.
 */
class SeriesSet {
  readonly #labels: readonly string[];
  readonly #bounds: readonly number[];
  readonly #buckets: number;
  /** Maximum series, without the one for overflow. */
  readonly #most: number;
  readonly #root: Branch = { next: new Map() };
  readonly #all: Series[] = [];
  #overflow: Series | undefined;

  /** @param sets maximum sets of label values, including the one for overflow */
  constructor({ labels, buckets }: Pick<Instrument, 'labels' | 'buckets'>, sets: number) {
    this.#labels = labels;
    this.#bounds = buckets ?? [];
    this.#buckets = buckets ? buckets.length + 1 : 0;
    this.#most = Math.max(1, sets - 1);
  }

  get all(): readonly Series[] {
    return this.#all;
  }

  add(value: number, labels: Values = none): void {
    this.#seriesOf(labels).sum += value;
  }

  record(value: number, labels: Values = none): void {
    const series = this.#seriesOf(labels);
    series.sum += value;
    // Bounds are inclusive. Linear search, since there are few, and most values are small.
    const above = this.#bounds.findIndex((bound) => value <= bound);
    const bucket = above === -1 ? this.#bounds.length : above;
    series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
  }

  #seriesOf(labels: Values): Series {
    let branch: Branch | undefined = this.#root;
    for (const label of this.#labels) {
      branch = branch.next.get(labels[label]);
      if (!branch) return this.#open(labels);
    }
    return branch.series ?? this.#open(labels);
  }

  #open(values: Values): Series {
    if (this.#all.length >= this.#most) {
      this.#overflow ??= this.#added(overflow);
      return this.#overflow;
    }
    let branch = this.#root;
    const labels: Attributes = {};
    for (const label of this.#labels) {
      const value = values[label];
      if (value !== undefined) labels[label] = value;
      const next: Branch = branch.next.get(value) ?? { next: new Map() };
      branch.next.set(value, next);
      branch = next;
    }
    branch.series = this.#added(labels);
    return branch.series;
  }

  #added(labels: Attributes): Series {
    const series = { labels, sum: 0, counts: new Array<number>(this.#buckets).fill(0) };
    this.#all.push(series);
    return series;
  }
}

/** All counters and histograms of a process that have values. */
export class SeriesSets {
  readonly #process: Process;
  readonly #sets = new Map<InstrumentName, SeriesSet>();

  constructor(process: Process) {
    this.#process = process;
  }

  of(name: InstrumentName): SeriesSet {
    const known = this.#sets.get(name);
    if (known) return known;
    const instrument: Instrument = instruments[name];
    const set = new SeriesSet(instrument, setsOf(instrument, this.#process));
    this.#sets.set(name, set);
    return set;
  }

  [Symbol.iterator](): IterableIterator<[InstrumentName, SeriesSet]> {
    return this.#sets.entries();
  }
}
