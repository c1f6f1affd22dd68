import type { InstrumentName } from './instruments.ts';

/** The value of a series, or the counts of a histogram with one set of labels. */
export type Point =
  | { readonly labels: PointLabels; readonly value: number }
  /** Counts per bucket, including the unbounded one. */
  | { readonly labels: PointLabels; readonly counts: readonly number[]; readonly sum: number };

type PointLabels = Readonly<Record<string, string>>;

/** All measured values, by instrument. */
export type Snapshot = Readonly<Partial<Record<InstrumentName, readonly Point[]>>>;
