import type { Meter, MetricOptions, Observable } from '@opentelemetry/api';
import { type InstrumentName, instruments, type Labels, type NameOf } from './instruments.ts';
import type { SeriesSets } from './series.ts';

/** Instruments that are read when metrics are collected. */
type Observed = NameOf<'gauge' | 'upDownCounter' | 'counter'>;

/** Reports a value during collection. */
export type Report<Name extends Observed> = <One extends Name>(name: One, value: number, labels?: Labels<One>) => void;

/** The instruments of a process, by name. */
export class Metrics {
  readonly #meter: Meter;
  readonly #counted: SeriesSets;

  /** @param meter for observed instruments; all others count in `counted` */
  constructor(meter: Meter, counted: SeriesSets) {
    this.#meter = meter;
    this.#counted = counted;
  }

  add<Name extends NameOf<'counter'>>(name: Name, value: number, labels?: Labels<Name>): void {
    this.#counted.of(name).add(value, labels);
  }

  /**
   * Adds a measurement to a histogram of `instruments.ts`.
   *
   * @example
   * metrics.record('kith.job.duration', ms / 1000, { 'kith.job.kind': kind, 'kith.outcome': outcome });
   */
  record<Name extends NameOf<'histogram'>>(name: Name, value: number, labels?: Labels<Name>): void {
    this.#counted.of(name).record(value, labels);
  }

  /** Registers a function that reports values whenever metrics are collected. */
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

const optionsOf = (name: InstrumentName): MetricOptions => {
  const { unit, description } = instruments[name];
  return { unit, description };
};
