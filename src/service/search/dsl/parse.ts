import type { SearchableKind } from '../../../contract/catalogue.ts';
import { oursLimits } from '../../../contract/limits.ts';
import type { QueryTree } from '../tree.ts';
import { likely } from './closest.ts';
import { readBool, readNested } from './compound.ts';
import { readMatch, readMatchBoolPrefix, readMatchPhrase, readMatchPhrasePrefix, readMultiMatch } from './full-text.ts';
import { InvalidQuery } from './invalid-query.ts';
import { beginReading, membersOf, objectOf, pathTo, problem, type ReadClause, spend, unread } from './reading.ts';
import { readBoosting, readConstantScore, readDisMax, readFunctionScore } from './scoring.ts';
import { readQueryString, readSimpleQueryString } from './string-clauses.ts';
import { readExists, readIds, readPrefix, readRange, readTerm, readTerms, readWildcard } from './term-level.ts';

/**
 * Reads a query of the DSL, for records of one kind, into a tree. `now` is what date math counts from.
 *
 * @throws InvalidQuery with a sentence for each problem (up to ten), each beginning with the JSON path, from `query` on
 */
export function parseQuery(kind: SearchableKind, dsl: unknown, now: Date = new Date()): QueryTree {
  const reading = beginReading(kind, now);
  const tree = readQuery(dsl, 'query', reading);
  if (reading.problems.length > 0) throw new InvalidQuery(reading.problems);
  return tree;
}

/** Reads one clause with all that stands in it: an object with the clause's name as its only member. */
const readQuery: ReadClause = (dsl, at, reading) => {
  const inner = { ...reading, depth: reading.depth + 1 };
  if (inner.depth > oursLimits.dslDepth) {
    throw new InvalidQuery([
      `${at}: clauses must stand at most ${oursLimits.dslDepth} deep, but got one that is deeper`,
    ]);
  }
  spend(reading, at, 'clauses');
  const clause = objectOf(dsl, at, reading);
  if (clause === undefined) return unread;
  const [first, ...others] = clause;
  if (first === undefined) return problem(reading, at, 'must hold one clause, but got an empty object') ?? unread;
  const [name, body] = first;
  if (others.length > 0) {
    const names = [...clause.keys()].slice(0, 5).join(', ');
    problem(reading, at, `must hold one clause, but got ${clause.size} (${names.slice(0, 100)}); join them with bool`);
  }
  const read = clauses.get(name);
  if (read !== undefined) return read(body, pathTo(at, name), inner);
  return problem(reading, pathTo(at, name), unknownClause(name)) ?? unread;
};

function unknownClause(name: string): string {
  const meant = instead.get(name);
  if (meant !== undefined) return `is not offered; the nearest is ${meant}`;
  const close = likely(name, clauses.keys());
  if (close !== undefined) return `must be a clause of this query language; the closest is ${close}`;
  return `is not offered; the clauses are ${[...clauses.keys()].join(', ')}`;
}

/** A clause without members of its own. */
const readNothing =
  (tree: QueryTree): ReadClause =>
  (body, at, reading) => {
    membersOf(body, at, [], reading);
    return tree;
  };

const clauses: ReadonlyMap<string, ReadClause> = new Map([
  ['match_all', readNothing({ kind: 'all' })],
  ['match_none', readNothing({ kind: 'none' })],
  ['match', readMatch],
  ['match_phrase', readMatchPhrase],
  ['match_phrase_prefix', readMatchPhrasePrefix],
  ['match_bool_prefix', readMatchBoolPrefix],
  ['multi_match', readMultiMatch],
  ['query_string', readQueryString],
  ['simple_query_string', readSimpleQueryString],
  ['term', readTerm],
  ['terms', readTerms],
  ['ids', readIds],
  ['exists', readExists],
  ['range', readRange],
  ['prefix', readPrefix],
  ['wildcard', readWildcard],
  ['bool', (body, at, reading) => readBool(body, at, reading, readQuery)],
  ['nested', (body, at, reading) => readNested(body, at, reading, readQuery)],
  ['constant_score', (body, at, reading) => readConstantScore(body, at, reading, readQuery)],
  ['dis_max', (body, at, reading) => readDisMax(body, at, reading, readQuery)],
  ['boosting', (body, at, reading) => readBoosting(body, at, reading, readQuery)],
  ['function_score', (body, at, reading) => readFunctionScore(body, at, reading, readQuery)],
]);

/** What serves for clauses of OpenSearch that are not offered, by meaning rather than by letters. */
const instead: ReadonlyMap<string, string> = new Map([
  ['common', 'match'],
  ['has_child', 'nested'],
  ['has_parent', 'nested'],
  ['intervals', 'match_phrase with slop'],
  ['more_like_this', 'match'],
  ['script_score', 'function_score without functions'],
  ['span_first', 'match_phrase'],
  ['span_near', 'match_phrase with slop'],
  ['span_or', 'bool'],
  ['span_term', 'term'],
  ['terms_set', 'bool with minimum_should_match'],
]);
