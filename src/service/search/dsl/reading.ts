import type { SearchableKind } from '../../../contract/catalogue.ts';
import { oursLimits } from '../../../contract/limits.ts';
import { shown } from '../../shown.ts';
import type { QueryTree } from '../tree.ts';
import { closest } from './closest.ts';
import { InvalidQuery } from './invalid-query.ts';

/** Limits of a query's size, so that every answer takes bounded time: the contract's, and ours for costly clauses. */
const limits = {
  clauses: { most: oursLimits.dslClauses, of: 'clauses' },
  terms: { most: oursLimits.dslTerms, of: 'terms, words and fields of an object' },
  phraseWords: { most: 128, of: 'words in phrases' },
  placed: { most: 1536, of: 'placements of words in phrases with slop (use fewer words or less slop)' },
  ranges: { most: 64, of: 'ranges' },
  lookups: { most: 64, of: 'nested and connected_users clauses' },
  wildcards: { most: 8, of: 'patterns with a wildcard before their end' },
  counted: { most: 256, of: 'clauses and words under a minimum_should_match other than one or all' },
} as const;
type Spent = { -readonly [Name in keyof typeof limits]: number };

const problemsAtMost = 10;

/** State of the parser. Counts and problems are shared by the whole query; the rest describes the current clause. */
export interface Reading {
  readonly kind: SearchableKind;
  readonly now: Date;
  /** The nested list that contains the clause. */
  readonly nestedIn: string | undefined;
  readonly depth: number;
  readonly spent: Spent;
  readonly problems: string[];
}

/** Parses one kind of clause. `at` is the JSON path of its body. */
export type ReadClause = (body: unknown, at: string, reading: Reading) => QueryTree;

export const beginReading = (kind: SearchableKind, now: Date): Reading => ({
  kind,
  now,
  nestedIn: undefined,
  depth: 0,
  spent: { clauses: 0, terms: 0, phraseWords: 0, placed: 0, ranges: 0, lookups: 0, wildcards: 0, counted: 0 },
  problems: [],
});

/** Placeholder for a clause with a problem; the query is refused in the end. */
export const unread: QueryTree = { kind: 'none' };

/** Records a problem, without duplicates; throws once there are ten. */
export function problem(reading: Reading, at: string, expectation: string): undefined {
  const sentence = `${at}: ${expectation}`;
  if (!reading.problems.includes(sentence)) reading.problems.push(sentence);
  if (reading.problems.length >= problemsAtMost) throw new InvalidQuery(reading.problems);
  return undefined;
}

/** Counts against a limit; throws if it is exceeded. */
export function spend(reading: Reading, at: string, name: keyof Spent, count = 1): void {
  reading.spent[name] += count;
  const { most, of } = limits[name];
  if (reading.spent[name] > most) {
    throw new InvalidQuery([`${at}: a query must hold at most ${most} ${of}, but got more`]);
  }
}

export type Members = ReadonlyMap<string, unknown>;

/** `boost` and `_name` do not affect what matches, and are allowed in any clause. */
const ignored = ['boost', '_name'];

export function objectOf(value: unknown, at: string, reading: Reading): Members | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return problem(reading, at, `must be an object, but got ${shown(value)}`);
  }
  return new Map(Object.entries(value).filter(([name]) => !ignored.includes(name)));
}

/** The members of an object. Unknown ones are problems; `scoring` members, which only affect scores, are dropped. */
export function membersOf(
  value: unknown,
  at: string,
  known: readonly string[],
  reading: Reading,
  scoring: readonly string[] = [],
): Members | undefined {
  const members = objectOf(value, at, reading);
  if (members === undefined) return undefined;
  const meant = new Map([...members].filter(([name]) => !scoring.includes(name)));
  for (const name of meant.keys()) {
    if (!known.includes(name)) problem(reading, pathTo(at, name), unknownMember(name, known));
  }
  return meant;
}

function unknownMember(name: string, known: readonly string[]): string {
  const close = closest(name, new Set(known));
  if (close !== undefined) return `must be one of ${known.join(', ')}; the closest is ${close}`;
  return known.length === 0 ? 'is not offered' : `is not offered; it must be one of ${known.join(', ')}`;
}

/** Parses a clause; if `lenient`, a value of the wrong type matches nothing instead of being a problem. */
export function leniently(lenient: boolean, reading: Reading, read: (reading: Reading) => QueryTree): QueryTree {
  if (!lenient) return read(reading);
  const apart = { ...reading, problems: [] };
  const tree = read(apart);
  return apart.problems.length === 0 ? tree : { kind: 'none' };
}

/** The JSON path of a member, in JavaScript's notation. */
export const pathTo = (at: string, member: string): string => {
  if (/^[A-Za-z_]\w*$/.test(member)) return `${at}.${member.slice(0, 100)}`;
  return `${at}[${JSON.stringify(member.length > 100 ? `${member.slice(0, 100)}…` : member)}]`;
};
