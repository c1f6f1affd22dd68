import type { Counter, Histogram, Meter, MetricOptions, Observable } from '@opentelemetry/api';
import { type InstrumentName, instruments, type Labels, type NameOf } from './instruments.ts';

/** Whose values are read when metrics are collected. */
type Observed = NameOf<'gauge' | 'upDownCounter' | 'counter'>;

/** Tells a value while metrics are collected. */
export type Report<Name extends Observed> = <One extends Name>(name: One, value: number, labels?: Labels<One>) => void;

/** The instruments of one process, by their names. */
export class Metrics {
  readonly #meter: Meter;
  readonly #counters = new Map<InstrumentName, Counter>();
  readonly #histograms = new Map<InstrumentName, Histogram>();

  constructor(meter: Meter) {
    this.#meter = meter;
  }

  add<Name extends NameOf<'counter'>>(name: Name, value: number, labels?: Labels<Name>): void {
    let counter = this.#counters.get(name);
    if (!counter) {
      counter = this.#meter.createCounter(name, optionsOf(name));
      this.#counters.set(name, counter);
    }
    counter.add(value, labels);
  }

  record<Name extends NameOf<'histogram'>>(name: Name, value: number, labels?: Labels<Name>): void {
    let histogram = this.#histograms.get(name);
    if (!histogram) {
      histogram = this.#meter.createHistogram(name, optionsOf(name));
      this.#histograms.set(name, histogram);
    }
    histogram.record(value, labels);
  }

  /** Reads values whenever metrics are collected, which costs nothing in between. */
  observe<Name extends Observed>(names: readonly Name[], read: (report: Report<Name>) => void | Promise<void>): void {
    const observables = new Map<InstrumentName, Observable>(names.map((name) => [name, this.#observable(name)]));
    this.#meter.addBatchObservableCallback(
      (result) =>
        read((name, value, labels) => {
          const observable = observables.get(name);
          if (observable) result.observe(observable, value, labels);
        }),
      [...observables.values()],
    );
  }

  #observable(name: Observed): Observable {
    switch (instruments[name].kind) {
      case 'counter':
        return this.#meter.createObservableCounter(name, optionsOf(name));
      case 'gauge':
        return this.#meter.createObservableGauge(name, optionsOf(name));
      case 'upDownCounter':
        return this.#meter.createObservableUpDownCounter(name, optionsOf(name));
    }
  }
}

function optionsOf(name: InstrumentName): MetricOptions {
  const instrument = instruments[name];
  const { unit, description } = instrument;
  const advice = 'buckets' in instrument && { advice: { explicitBucketBoundaries: [...instrument.buckets] } };
  return { unit, description, ...advice };
}
