import { searchProfiles } from '../../../contract/operation/profiles.ts';
import type { RevealedKinds } from '../../loaders/batch-scheduler.ts';
import type { CredentialScope } from '../../scope/credential-scope.ts';
import { type Candidate, type Decision, decide, onOtherHost, otherTag } from './decide.ts';
import { duplicates } from './duplicates.ts';
import { type Match, type MatchReport, maxCandidates, priceOf, unmatched } from './match-report.ts';
import { isNamedFully, NetworkPeople, type Unclear, type Verified } from './network-people.ts';
import { anyRow, findOnRecord, type OnRecord, type RecordKey } from './on-record.ts';
import { isCalled, isNamed } from './people-queries.ts';
import type { KnownPerson } from './person.ts';
import { providerHosts } from './provider-host.ts';
import { because } from './reason.ts';
import { type GivenRow, hasStrongKey, otherReadings, type Row, readRow } from './row.ts';
import { strongQuery } from './strong-keys.ts';

export interface MatchOptions {
  /** Whether rows that the network does not reach are searched among all people, and in a short list also by their names alone. */
  readonly checkRecords: boolean;
  readonly namesAlone?: boolean;
  /** Whether the caller pays for people who are only likely. */
  readonly likely: boolean;
  /** The kinds of records that the relationships may name, and that may be charged for. */
  readonly named: RevealedKinds;
}

/** Matches rows with people, free of credits: see `decide` for the order of keys. */
export async function matchPeople(
  scope: CredentialScope,
  given: readonly GivenRow[],
  { checkRecords, namesAlone = true, likely, named }: MatchOptions,
): Promise<MatchReport> {
  const isProvider = await providerHosts(scope, given);
  const rows = given.map((row, at) => readRow('profile', row, at, isProvider));
  const network = new NetworkPeople(scope, named);
  /** Rows whose name may hold the employer's, too, in these readings. */
  const readings = new Map(rows.map((row, at) => [row, otherReadings(given[at] ?? {}, row)]));
  const readingsOf = (row: Row): readonly Row[] => [row, ...(readings.get(row) ?? [])];
  const rowOf = new Map(rows.flatMap((row) => readingsOf(row).map((reading) => [reading, row])));
  await network.find([...rowOf.keys()].filter(isReadable), (reading) =>
    readingsOf(rowOf.get(reading) ?? reading).some((one) => isSettled(one, decided(one))),
  );
  const decisions = new Map(rows.map((row) => [row, bestOf(row)]));
  await verify();
  const left = rows.filter((row) => isReadable(row) && isOpen(decisions.get(row)));
  const isByName = namesAlone && left.filter(hasNameAlone).length <= maxNamesAlone;
  const records = checkRecords
    ? await findOnRecord(
        scope,
        searchProfiles,
        left.flatMap(readingsOf),
        isByName ? [...recordKeys, nameKey] : recordKeys,
      )
    : undefined;
  const matches = duplicates(rows, rows.map(matchOf));
  return {
    rows: matches,
    priceToEnrich: priceOf(scope.profiles, matches, likely),
    calls: network.calls + (records?.calls ?? 0),
  };

  /** The decision of the first reading that means anybody. */
  function bestOf(row: Row): Decision<KnownPerson> {
    for (const reading of readingsOf(row)) {
      const decision = decided(reading);
      if (decision.kind !== 'NOBODY') return decision;
    }
    return nobody;
  }

  function decided(row: Row, verified?: Verified): Decision<KnownPerson> {
    const candidates = network.candidates(row).map((person): Candidate<KnownPerson> => {
      const foundBy = network.proven(row, person);
      return {
        person,
        ...(foundBy && { foundBy }),
        isFormer: verified?.isFormer.has(person.id) ?? false,
        isThere: verified?.isThere.has(person.id) ?? false,
      };
    });
    const decision = decide(row, candidates, network.people.isName);
    // People who were read for other rows say nothing of those who were not read for this one.
    return network.isSearchedBy(row, 'NAME') || isByStrongKey(decision) ? decision : nobody;
  }

  /** Decides ambiguous names by former employers and places, which summaries do not show. */
  async function verify(): Promise<void> {
    const unclear = rows.flatMap((row): readonly Unclear[] => {
      const decision = decisions.get(row);
      if (decision?.kind !== 'AMBIGUOUS' || !isNamedFully(row)) return [];
      const ids = decision.candidates.slice(0, maxVerified).map(({ id }) => id);
      return [
        ...(row.firmWords.length > 0 || row.website !== undefined ? [{ row, fact: 'isFormer', ids } as const] : []),
        ...(row.place === undefined ? [] : [{ row, fact: 'isThere', ids } as const]),
      ];
    });
    for (const [row, verified] of await network.verify(unclear, rows.length)) {
      const decision = decided(row, verified);
      if (decision.kind === 'FOUND') decisions.set(row, decision);
    }
  }

  function matchOf(row: Row): Match {
    const decision = decisions.get(row);
    if (decision?.kind === 'FOUND') {
      const { person, by, confidence, reason } = decision;
      // A stronger key that the upstream cannot search by might have matched somebody else.
      const isUnsure =
        row.slugs.length > 0 && by !== 'ID' && by !== 'XNET_SLUG' && !network.isSearchedBy(row, 'XNET_SLUG');
      return {
        state: 'KNOWN',
        id: person.id,
        by,
        relationship: person.relationship,
        confidence: isUnsure ? 'LIKELY' : confidence,
        reason: reason ?? (isUnsure ? network.unsearched(row) : undefined),
      };
    }
    if (decision?.kind === 'AMBIGUOUS' && onRecordOf(row)?.ids.size !== 1)
      return {
        state: 'AMBIGUOUS',
        reason: decision.reason,
        candidates: decision.candidates.slice(0, maxCandidates).map(({ relationship }) => relationship),
      };
    return unreached(row);
  }

  function onRecordOf(row: Row): OnRecord | undefined {
    return readingsOf(row).flatMap((one) => records?.found.get(one) ?? [])[0];
  }

  /** A row that the network does not reach. */
  function unreached(row: Row): Match {
    const { problems, nameWords } = row;
    if (!isReadable(row))
      return problems.length === 0 && nameWords.length > 0
        ? unmatched(
            'UNKNOWN',
            'NEEDS_FULL_NAME',
            'A single word names nobody: give the full name, or another identifier.',
          )
        : unmatched(
            'UNKNOWN',
            'UNREADABLE',
            problems.join(' ') || 'The row has no name, id, slug, URL or e-mail address.',
          );
    const onRecord = onRecordOf(row);
    const [id, another] = onRecord?.ids ?? [];
    if (onRecord && another !== undefined)
      return unmatched(
        'AMBIGUOUS',
        'SEVERAL',
        onRecord.by === 'NAME'
          ? 'Several people on record have this name.'
          : `${onRecord.ids.size} people on record match this row.`,
      );
    if (onRecord && id !== undefined) {
      const isWeak = onRecord.by === 'XNET_SLUG' && row.otherHost !== undefined;
      const isTagged = onRecord.by === 'EMAIL' && row.mailboxes.length > 0;
      const isNameAlone = onRecord.by === 'NAME';
      const isCompared = onRecord.by === 'NAME_AND_EMPLOYER' || onRecord.by === 'NAME_AND_WEBSITE';
      return {
        state: 'ON_RECORD',
        id,
        by: onRecord.by,
        confidence: isWeak || isCompared || isTagged || isNameAlone ? 'LIKELY' : 'CERTAIN',
        reason: isWeak
          ? onOtherHost(row)
          : isTagged
            ? otherTag
            : isCompared
              ? because('NOT_COMPARED', 'One record has this name and employer; nothing else of it could be compared.')
              : isNameAlone
                ? because('NAME_ONLY', 'One record has this name; nothing else of it was compared.')
                : undefined,
      };
    }
    const [unsearched] = readingsOf(row).flatMap(
      (one) => network.unsearched(one) ?? records?.unsearched.get(one) ?? [],
    );
    if (unsearched !== undefined) return { state: 'NOT_CHECKED', reason: unsearched };
    if (!records)
      return unmatched(
        'NOT_CHECKED',
        'RECORDS_NOT_SEARCHED',
        'The network does not reach this person; `checkRecords: true` searches all people, in extra free calls.',
      );
    if (hasNameAlone(row) && !isByName)
      return unmatched(
        'NOT_CHECKED',
        'NEEDS_EMPLOYER',
        `The network does not reach this person; of more than ${maxNamesAlone} names, all people are searched only for those with an employer.`,
      );
    return unmatched('UNKNOWN', 'NOT_FOUND', 'Nobody on record matches this row.');
  }
}

/** How many people of a name are asked whether they once worked for the row's employer, or live at its place. */
const maxVerified = 30;

const nobody: Decision<KnownPerson> = { kind: 'NOBODY' };

const isByStrongKey = (decision: Decision<KnownPerson>): boolean =>
  decision.kind === 'FOUND' && (decision.by === 'ID' || decision.by === 'XNET_SLUG' || decision.by === 'EMAIL');

/**
 * Whether nobody else need be searched for. A name alone settles nothing where an employer is given: its people may have
 * been read for other rows.
 */
function isSettled({ firmWords, site }: Row, decision: Decision<KnownPerson>): boolean {
  if (decision.kind === 'NOBODY') return false;
  if (firmWords.length === 0 && site === undefined) return decision.reason?.cause !== 'SIMILAR';
  return (
    isByStrongKey(decision) ||
    (decision.kind === 'FOUND' && (decision.by === 'NAME_AND_EMPLOYER' || decision.by === 'NAME_AND_WEBSITE'))
  );
}

const isReadable = (row: Row): boolean => hasStrongKey(row) || isNamedFully(row);

/**
 * Whether all records may be searched by the row's name. Not if an id or slug was given: a record found by name alone
 * would be a namesake's.
 */
const canBeNamed = (row: Row): boolean =>
  isNamedFully(row) &&
  row.id === undefined &&
  (row.slugs.length === 0 || row.otherHost !== undefined) &&
  (row.firmWords.length > 0 || (row.website ?? row.mailHost) !== undefined);

/** Whether all records can be searched by nothing but the row's name. */
const hasNameAlone = (row: Row): boolean => isNamedFully(row) && !hasStrongKey(row) && !canBeNamed(row);

/** All records are searched by names alone for at most this many rows: many people have each. */
const maxNamesAlone = 100;

/** Whether a record may be the row's rather than the people that were found: nobody was, or only people of similar names. */
const isOpen = (decision: Decision<KnownPerson> | undefined): boolean =>
  decision?.kind === 'NOBODY' || (decision?.kind === 'AMBIGUOUS' && decision.reason.cause === 'SIMILAR');

const nameKey: RecordKey = { by: 'NAME', has: hasNameAlone, query: anyRow(isCalled), isShared: true };

const recordKeys: readonly RecordKey[] = [
  { by: 'ID', has: ({ id }) => id !== undefined, query: (rows) => strongQuery('ID', rows, false) },
  { by: 'XNET_SLUG', has: ({ slugs }) => slugs.length > 0, query: (rows) => strongQuery('XNET_SLUG', rows, false) },
  { by: 'XNET_SLUG', has: ({ slugs }) => slugs.length > 0, query: (rows) => strongQuery('XNET_SLUG', rows, true) },
  { by: 'EMAIL', has: ({ emails }) => emails.length > 0, query: (rows) => strongQuery('EMAIL', rows, false) },
  { by: 'EMAIL', has: ({ emails }) => emails.length > 0, query: (rows) => strongQuery('EMAIL', rows, true) },
  { by: 'NAME_AND_EMPLOYER', has: canBeNamed, query: anyRow(isNamed) },
];
