import type { Relationship } from '../../contract/record/relationship.ts';
import type { FetchedRecord } from '../cache/record-key.ts';
import type { RecordLoader } from '../loaders/record-loader.ts';
import type { MatchKey } from './row.ts';

export type MatchState = 'KNOWN' | 'ON_RECORD' | 'AMBIGUOUS' | 'UNKNOWN' | 'DUPLICATE' | 'NOT_CHECKED';

/** What became of a row. */
export interface Match {
  readonly at: number;
  readonly state: MatchState;
  /** How the network reaches the person; of people alone. */
  readonly relationship?: Relationship | undefined;
  /** The record's id, if it is known. */
  readonly id?: string | undefined;
  /** The index of the row that is the same, of a duplicate. */
  readonly sameAs?: number | undefined;
  /** What the row was found by. */
  readonly by?: MatchKey | undefined;
  /** How many people at a company the network reaches; of companies alone. */
  readonly people?: number | undefined;
  /** Why it is so, as a sentence; present unless it was found. */
  readonly reason?: string | undefined;
}

export interface MatchReport {
  readonly rows: readonly Match[];
  /** Credits for loading the record of every row that has one, or may have one. */
  readonly priceToEnrich: number;
  /** Calls of the data service. */
  readonly calls: number;
}

export const maxRows = 1_000;

/** Credits for the records of all rows that have one, or may have one; what the graph has paid for lately costs nothing. */
export const priceOf = <Fetched extends FetchedRecord>(
  loader: RecordLoader<Fetched>,
  matches: readonly Match[],
): number =>
  matches.filter(
    ({ state, id }) =>
      (state === 'KNOWN' || state === 'ON_RECORD' || state === 'NOT_CHECKED') &&
      !(id !== undefined && loader.isCached([{ kind: 'ids', value: id }])),
  ).length;
