import type { Written } from '../record/batch.ts';

/** Numbers of lines by outcome, for one kind of record. */
export interface Tally {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  /** Lines that a later line of the same batch replaces. */
  readonly overwritten: number;
}

/**
 * Result of an import. Each line counts in one tally, or in `connections`, `lists`, `tags`, `notes`, `forgotten` or
 * `rejected`. A resumed import includes the counts of its earlier runs.
 */
export interface ImportSummary {
  /** Number of lines, without blank ones. */
  readonly lines: number;
  readonly profiles: Tally;
  readonly companies: Tally;
  /** Numbers of lines by kind. */
  readonly connections: number;
  readonly lists: number;
  readonly tags: number;
  readonly notes: number;
  /** Lists and tags in records, of the import's team. */
  readonly labels: number;
  /** Slugs that moved from another record to the last one written. */
  readonly moved: number;
  /** Members of records that were omitted because they do not match the contract. */
  readonly leftOut: number;
  /** Dates without a year; they stay in their records, but make no connections. */
  readonly unknownDates: number;
  /** Lines about forgotten people, which were skipped. */
  readonly forgotten: number;
  /** Rejected lines. */
  readonly rejected: number;
  /** Profiles added or changed, whose connections are now stale. */
  readonly touchedProfiles: number;
}

export const nothing: Tally = { added: 0, changed: 0, unchanged: 0, overwritten: 0 };

export const emptySummary: ImportSummary = {
  lines: 0,
  profiles: nothing,
  companies: nothing,
  connections: 0,
  lists: 0,
  tags: 0,
  notes: 0,
  labels: 0,
  moved: 0,
  leftOut: 0,
  unknownDates: 0,
  forgotten: 0,
  rejected: 0,
  touchedProfiles: 0,
};

/** @param ids the record of each line */
export function tallyOf({ added, changed }: Written, ids: readonly string[]): Tally {
  const records = new Set(ids).size;
  return {
    added: added.length,
    changed: changed.length,
    unchanged: records - added.length - changed.length,
    overwritten: ids.length - records,
  };
}

const tallies = (a: Tally, b: Tally): Tally => ({
  added: a.added + b.added,
  changed: a.changed + b.changed,
  unchanged: a.unchanged + b.unchanged,
  overwritten: a.overwritten + b.overwritten,
});

export const sum = (a: ImportSummary, b: ImportSummary): ImportSummary => ({
  lines: a.lines + b.lines,
  profiles: tallies(a.profiles, b.profiles),
  companies: tallies(a.companies, b.companies),
  connections: a.connections + b.connections,
  lists: a.lists + b.lists,
  tags: a.tags + b.tags,
  notes: a.notes + b.notes,
  labels: a.labels + b.labels,
  moved: a.moved + b.moved,
  leftOut: a.leftOut + b.leftOut,
  unknownDates: a.unknownDates + b.unknownDates,
  forgotten: a.forgotten + b.forgotten,
  rejected: a.rejected + b.rejected,
  touchedProfiles: a.touchedProfiles + b.touchedProfiles,
});
