import type { Failure } from '../../client/errors.ts';
import { UpstreamMalformed } from '../../client/errors.ts';
import { isObject } from '../../contract/json.ts';
import { type FetchedRecord, foldedKeyOf, foundByNames, isUuidKey, type Names, ownNames } from '../cache/record-key.ts';
import type { Chunk } from './chunk.ts';
import type { LoadKey } from './load-key.ts';
import type { FetchAnswer, RecordKind } from './record-kind.ts';

/** What one answer says about the identifiers of its request. */
export interface Attribution<Fetched> {
  /** The readable records, with the requested identifiers that each answers. */
  readonly records: readonly { readonly record: Fetched; readonly names: Names }[];
  /** Requested identifiers without a record. */
  readonly missing: readonly LoadKey[];
  /** Requested identifiers of which the answer cannot be read, or contradicts itself. */
  readonly failed: readonly { readonly loadKey: LoadKey; readonly error: Error }[];
}

/** One result of an answer. */
interface Candidate<Fetched> {
  readonly record: Fetched;
  readonly own: readonly string[];
  /** The names in `found_by`; empty if these are not read. */
  readonly foundBy: string[];
  /** Why the record cannot be served, although its names can be read. */
  readonly problem: Error | undefined;
  answers: readonly string[];
}

type Kind<Fetched extends FetchedRecord> = Pick<RecordKind<Fetched>, 'info' | 'names'>;

/** The candidate that has a name; null if several have it. */
type ByName<Fetched> = (name: string) => Candidate<Fetched> | null | undefined;

/**
 * Attributes the results of a fetch to the identifiers requested. A record's own names decide, and `found_by`, which some
 * upstreams fill with the whole request, is used only for a name that no record of the answer has. An identifier has no
 * record if `not_found` lists it, or if it is left when every result is attributed; if a result could not be attributed,
 * it may be the one. An identifier about which the answer contradicts itself fails, since any guess may be another
 * person.
 */
export function attribute<Fetched extends FetchedRecord>(
  kind: Kind<Fetched>,
  chunk: Chunk,
  { results, not_found: notFound }: FetchAnswer<Fetched>,
  failure: Failure,
): Attribution<Fetched> {
  const malformed = (problem: string) => new UpstreamMalformed(failure, problem);
  const byUuids = chunk.every(({ key }) => isUuidKey(key));
  let { candidates, unreadable } = candidatesIn(kind, results, !byUuids, malformed);
  let owners = byName(candidates, ({ own }) => own);
  // `found_by` is not needed for uuids that have records.
  if (byUuids && !chunk.every(({ key }) => owners(key))) {
    ({ candidates, unreadable } = candidatesIn(kind, results, true, malformed));
    owners = byName(candidates, ({ own }) => own);
  }
  let claims: ByName<Fetched> | undefined;
  const claimed = () => {
    claims ??= byName(candidates, ({ foundBy }) => foundBy);
    return claims;
  };

  const absent = notFound?.length ? new Set(notFound) : none;
  const failed: { loadKey: LoadKey; error: Error }[] = [];
  const missing: LoadKey[] = [];
  const unanswered: LoadKey[] = [];
  for (const loadKey of chunk) {
    const { key, value } = loadKey;
    const candidate = candidateFor(key, owners, claimed);
    const isAbsent = absent.has(value);
    if (candidate === 'disputed' || (candidate && isAbsent && !hasName(owners, key)))
      failed.push({
        loadKey,
        error: malformed('its records contradict each other about an identifier that was requested'),
      });
    else if (candidate) {
      candidate.answers = candidate.answers.length === 0 ? [key] : [...candidate.answers, key];
      if (candidate.problem) failed.push({ loadKey, error: candidate.problem });
    } else if (isAbsent) missing.push(loadKey);
    else unanswered.push(loadKey);
  }

  for (const candidate of candidates)
    if (candidate.answers.length === 0)
      unreadable ??= malformed('a record in it has none of the identifiers requested');
  for (const loadKey of unanswered) {
    if (unreadable) failed.push({ loadKey, error: unreadable });
    else missing.push(loadKey);
  }
  const records: { record: Fetched; names: Names }[] = [];
  for (const { record, own, answers, problem } of candidates)
    if (!problem) records.push({ record, names: { attributed: answers, own } });
  return { records, missing, failed };
}

/** The results whose names can be read, each record once; and why another one cannot be read. */
function candidatesIn<Fetched extends FetchedRecord>(
  kind: Kind<Fetched>,
  results: FetchAnswer<Fetched>['results'],
  withFoundBy: boolean,
  malformed: (problem: string) => Error,
): { candidates: Candidate<Fetched>[]; unreadable: Error | undefined } {
  const candidates: Candidate<Fetched>[] = [];
  /** By their first name. */
  const known = results.length > 1 ? new Map<string, Candidate<Fetched>>() : undefined;
  let unreadable: Error | undefined;
  for (const record of results) {
    const candidate = candidateOf(kind, record, withFoundBy, malformed);
    if (candidate instanceof Error) unreadable = candidate;
    else {
      const [id] = candidate.own;
      const same = id === undefined ? undefined : known?.get(id);
      if (same) same.foundBy.push(...candidate.foundBy);
      else candidates.push(candidate);
      if (id !== undefined && !same) known?.set(id, candidate);
    }
  }
  return { candidates, unreadable };
}

const none: ReadonlySet<string> = new Set();
const noAnswers: readonly string[] = [];

/** Reads the names of a result; an error if they cannot be read. */
function candidateOf<Fetched extends FetchedRecord>(
  kind: Kind<Fetched>,
  record: Fetched | null,
  withFoundBy: boolean,
  malformed: (problem: string) => Error,
): Candidate<Fetched> | Error {
  if (!isObject(record)) return malformed('a record in it is not an object');
  const id: unknown = record.id;
  if (id !== undefined && id !== null && typeof id !== 'string')
    return malformed('the id of a record in it is not text');
  try {
    const hasInfo = isObject(kind.info(record));
    const own = ownNames(record, hasInfo ? kind.names(record) : {});
    const problem = hasInfo ? undefined : malformed('a record in it has no data');
    return { record, own, foundBy: withFoundBy ? foundByNames(record) : [], problem, answers: noAnswers };
  } catch (error) {
    return error instanceof Error ? error : malformed('a record in it cannot be read');
  }
}

function byName<Fetched>(
  candidates: readonly Candidate<Fetched>[],
  names: (candidate: Candidate<Fetched>) => readonly string[],
): ByName<Fetched> {
  const [only] = candidates;
  // Most answers to look-ups have one record, whose few names need no map.
  if (candidates.length < 2) return (name) => (only && names(only).includes(name) ? only : undefined);
  const named = new Map<string, Candidate<Fetched> | null>();
  for (const candidate of candidates)
    for (const name of names(candidate)) {
      const other = named.get(name);
      named.set(name, other === undefined || other === candidate ? candidate : null);
    }
  return (name) => named.get(name);
}

const hasName = <Fetched>(named: ByName<Fetched>, key: string): boolean =>
  named(key) !== undefined || named(foldedKeyOf(key)) !== undefined;

/** The record that answers a requested identifier, if any; `disputed` if several may. */
function candidateFor<Fetched>(
  key: string,
  owners: ByName<Fetched>,
  claims: () => ByName<Fetched>,
): Candidate<Fetched> | 'disputed' | undefined {
  const name = owners(key) !== undefined || claims()(key) !== undefined ? key : foldedKeyOf(key);
  const owner = owners(name);
  if (owner && (isUuidKey(key) || owner.foundBy.length === 0)) return owner;
  const claimant = claims()(name);
  // `found_by` gives a name of this record to another, and this record's own does not.
  if (owner) return claimant && claimant !== owner ? 'disputed' : owner;
  if (owner === null) return claimant?.own.includes(name) ? claimant : 'disputed';
  if (claimant === null) return 'disputed';
  // A uuid is a record's own: a record with another one is not the requested record.
  const hasOther = claimant !== undefined && isUuidKey(key) && claimant.own.some(isUuidKey);
  return hasOther ? 'disputed' : claimant;
}
