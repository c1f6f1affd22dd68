import type { Relationship } from '../../contract/record/relationship.ts';
import type { FetchedRecord } from '../cache/record-key.ts';
import type { RecordLoader } from '../loaders/record-loader.ts';
import type { MatchKey } from './row.ts';

export type MatchState = 'KNOWN' | 'ON_RECORD' | 'AMBIGUOUS' | 'UNKNOWN' | 'DUPLICATE' | 'NOT_CHECKED';

/** The match result of one row. */
export interface Match {
  readonly at: number;
  readonly state: MatchState;
  /** How the network reaches the person; only for people. */
  readonly relationship?: Relationship | undefined;
  /** The record's id, if it is known. */
  readonly id?: string | undefined;
  /** For a duplicate, the index of the earlier row. */
  readonly sameAs?: number | undefined;
  /** The kind of identifier that matched. */
  readonly by?: MatchKey | undefined;
  /** Number of people at the company that the network reaches; only for companies. */
  readonly people?: number | undefined;
  /** Why the row is `AMBIGUOUS`, `UNKNOWN` or `NOT_CHECKED`, as a sentence. */
  readonly reason?: string | undefined;
}

export interface MatchReport {
  readonly rows: readonly Match[];
  /** Credits for loading the record of every row that has one, or may have one. */
  readonly priceToEnrich: number;
  /** Number of calls to the data service. */
  readonly calls: number;
}

export const maxRows = 1_000;

/** Credits for the records of all rows that have one, or may have one; a cached record costs nothing. */
export const priceOf = <Fetched extends FetchedRecord>(
  loader: RecordLoader<Fetched>,
  matches: readonly Match[],
): number =>
  matches.filter(
    ({ state, id }) =>
      (state === 'KNOWN' || state === 'ON_RECORD' || state === 'NOT_CHECKED') &&
      !(id !== undefined && loader.isCached([{ kind: 'ids', value: id }])),
  ).length;
