import type { Written } from '../record/batch.ts';

/** The outcome for records of one kind, counted in lines. */
export interface Tally {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
}

/** What an import has done; one that was resumed counts what was done before, too. */
export interface ImportSummary {
  /** Lines read, without blank ones. */
  readonly lines: number;
  readonly profiles: Tally;
  readonly companies: Tally;
  readonly connections: number;
  readonly lists: number;
  readonly tags: number;
  readonly notes: number;
  /** Slugs that another record had, and that belong to the record which came last. */
  readonly moved: number;
  /** Lines that went to the side file. */
  readonly rejected: number;
  /** Profiles added or changed: what was computed from them and their like before is stale. */
  readonly touchedProfiles: number;
}

export const nothing: Tally = { added: 0, changed: 0, unchanged: 0 };

export const emptySummary: ImportSummary = {
  lines: 0,
  profiles: nothing,
  companies: nothing,
  connections: 0,
  lists: 0,
  tags: 0,
  notes: 0,
  moved: 0,
  rejected: 0,
  touchedProfiles: 0,
};

export const tallyOf = ({ added, changed }: Written, lines: number): Tally => ({
  added: added.length,
  changed: changed.length,
  unchanged: lines - added.length - changed.length,
});

const tallies = (a: Tally, b: Tally): Tally => ({
  added: a.added + b.added,
  changed: a.changed + b.changed,
  unchanged: a.unchanged + b.unchanged,
});

export const sum = (a: ImportSummary, b: ImportSummary): ImportSummary => ({
  lines: a.lines + b.lines,
  profiles: tallies(a.profiles, b.profiles),
  companies: tallies(a.companies, b.companies),
  connections: a.connections + b.connections,
  lists: a.lists + b.lists,
  tags: a.tags + b.tags,
  notes: a.notes + b.notes,
  moved: a.moved + b.moved,
  rejected: a.rejected + b.rejected,
  touchedProfiles: a.touchedProfiles + b.touchedProfiles,
});
