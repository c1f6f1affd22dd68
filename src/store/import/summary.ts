import type { Written } from '../record/batch.ts';

/** The outcome for records of one kind, counted in lines. */
export interface Tally {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  /** Lines of a record that a later line, soon after, has again: that one counts. */
  readonly overwritten: number;
}

/**
 * What an import has done: each line is one of a tally, of `connections`, `lists`, `tags`, `notes`, `forgotten` or `rejected`. One that was resumed counts what was done before, too.
 */
export interface ImportSummary {
  /** Lines read, without blank ones. */
  readonly lines: number;
  readonly profiles: Tally;
  readonly companies: Tally;
  /** Lines of these kinds. */
  readonly connections: number;
  readonly lists: number;
  readonly tags: number;
  readonly notes: number;
  /** Lists and tags that came with records, of the team that the import names. */
  readonly labels: number;
  /** Slugs that another record had, and that belong to the record which came last. */
  readonly moved: number;
  /** Members of records that were left out, since they are not as the contract has them. */
  readonly leftOut: number;
  /** Dates of records that tell no year: they stay as they are, and connect nobody. */
  readonly unknownDates: number;
  /** Lines of people who were forgotten: they were passed over. */
  readonly forgotten: number;
  /** Lines that were refused. */
  readonly rejected: number;
  /** Profiles added or changed: what was computed from them and their like before is stale. */
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

/** @param ids the record that each line is about */
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
