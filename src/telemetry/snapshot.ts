import type { InstrumentName } from './instruments.ts';

/** The value of one series, or what a histogram has counted under one set of labels. */
export type Point =
  | { readonly labels: PointLabels; readonly value: number }
  /** One count for each bucket, those above the last bound included. */
  | { readonly labels: PointLabels; readonly counts: readonly number[]; readonly sum: number };

type PointLabels = Readonly<Record<string, string>>;

/** All that was measured, by instrument. */
export type Snapshot = Readonly<Partial<Record<InstrumentName, readonly Point[]>>>;
