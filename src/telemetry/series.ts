import type { Attributes } from '@opentelemetry/api';
import { type Instrument, type InstrumentName, instruments, type Process, setsOf } from './instruments.ts';

type Value = string | number | undefined;
type Values = Readonly<Record<string, Value>>;

/** What was counted under one set of label values: the sum of all values, and of a histogram how many are in each bucket. */
export interface Series {
  readonly labels: Attributes;
  sum: number;
  /** One for each bucket, that above the last bound included; none of a counter. */
  readonly counts: number[];
}

/** The series whose first labels have the same values. */
interface Branch {
  series?: Series;
  readonly next: Map<Value, Branch>;
}

const none: Values = {};

/** As OpenTelemetry marks the series that counts whatever is beyond the limit. */
const overflow = { 'otel.metric.overflow': true };

/**
 * The series of a counter or a histogram, as plain numbers. One is found by a look-up for each of its labels: the SDK's
 * own instruments sort and stringify all labels at each value, once for each reader.
 */
class SeriesSet {
  readonly #labels: readonly string[];
  readonly #bounds: readonly number[];
  readonly #buckets: number;
  /** The most series beside the one for all others. */
  readonly #most: number;
  readonly #root: Branch = { next: new Map() };
  readonly #all: Series[] = [];
  #overflow: Series | undefined;

  /** @param sets how many sets of label values there may be, the one for all others included */
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
    // A bound is within its bucket. There are a dozen at most, and most values are small.
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

/** All counters and histograms of a process that have counted something. */
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
