import type { Relationship } from '../../../contract/record/relationship.ts';
import type { FetchedRecord } from '../../cache/record-key.ts';
import type { RecordLoader } from '../../loaders/record-loader.ts';
import type { Confidence } from './decide.ts';
import type { MatchCause, Reason } from './reason.ts';
import type { MatchKey } from './row.ts';

export type MatchState = 'KNOWN' | 'ON_RECORD' | 'AMBIGUOUS' | 'UNKNOWN' | 'DUPLICATE' | 'NOT_CHECKED';

/** A company that an ambiguous row may mean, as the network's people name it. */
export interface FirmCandidate {
  readonly name: string | undefined;
  readonly website: string | undefined;
  /** How many of the people there the network reaches. */
  readonly people: number;
}

/** The match result of one row. */
export interface Match {
  readonly state: MatchState;
  /** How the network reaches the person; only for people. */
  readonly relationship?: Relationship | undefined;
  /** The record's id, if it is known. */
  readonly id?: string | undefined;
  /** For a duplicate, the index of the earlier row. */
  readonly sameAs?: number | undefined;
  /** The kind of identifier that matched. */
  readonly by?: MatchKey | undefined;
  /** How sure it is that the record is the row's; only for a row that has one. */
  readonly confidence?: Confidence | undefined;
  /** People whom an ambiguous row may mean, the most alike first; none if only their ids are known. */
  readonly candidates?: readonly Relationship[] | undefined;
  readonly firms?: readonly FirmCandidate[] | undefined;
  /** Number of people at the company that the network reaches; only for companies. */
  readonly people?: number | undefined;
  /** Why the row was not matched to exactly one record, or only with likelihood. */
  readonly reason?: Reason | undefined;
}

/** A row that was not matched to exactly one record, and why. */
export const unmatched = (state: MatchState, cause: MatchCause, text: string): Match => ({
  state,
  reason: { cause, text },
});

export interface MatchReport {
  readonly rows: readonly Match[];
  /** Credits for loading the record of every row that has one, or may have one. */
  readonly priceToEnrich: number;
  /** Number of calls to the data service. */
  readonly calls: number;
}

export const maxRows = 1_000;

/** Maximum candidates of an ambiguous row. */
export const maxCandidates = 5;

/** Whether the record of a row may be paid for: a match that is only likely needs the caller's consent. */
export const isPayable = ({ state, confidence }: Match, likely: boolean): boolean =>
  (state === 'KNOWN' || state === 'ON_RECORD') && (confidence !== 'LIKELY' || likely);

/** Credits for the records of all rows that have one, or may have one; a cached record costs nothing. */
export const priceOf = <Fetched extends FetchedRecord>(
  loader: RecordLoader<Fetched>,
  matches: readonly Match[],
  likely: boolean,
): number =>
  matches.filter(
    (match) =>
      (match.state === 'NOT_CHECKED' || isPayable(match, likely)) &&
      !(match.id !== undefined && loader.isCached([{ kind: 'ids', value: match.id }])),
  ).length;
