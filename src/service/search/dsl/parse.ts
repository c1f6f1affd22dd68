import type { SearchableKind } from '../../../contract/catalogue.ts';
import { oursLimits } from '../../../contract/limits.ts';
import { isQueryClause, type QueryClauseName } from '../../../contract/query-clauses.ts';
import type { QueryTree } from '../tree.ts';
import { closest } from './closest.ts';
import { membersOfBool, readBool, readNested } from './compound.ts';
import { readMatch, readMatchBoolPrefix, readMatchPhrase, readMatchPhrasePrefix, readMultiMatch } from './full-text.ts';
import { InvalidQuery } from './invalid-query.ts';
import { beginReading, membersOf, objectOf, pathTo, problem, type ReadClause, spend, unread } from './reading.ts';
import { readBoosting, readConstantScore, readDisMax, readFunctionScore } from './scoring.ts';
import { readQueryString, readSimpleQueryString } from './string-clauses.ts';
import { readExists, readIds, readPrefix, readRange, readTerm, readTerms, readWildcard } from './term-level.ts';
import { withAccounts } from './usernames.ts';

/**
 * Parses a query of the DSL for one kind of record. `now` is the base of date math.
 *
 * @throws InvalidQuery with a sentence per problem (up to ten), each beginning with the JSON path from `query` on
 * @example
 * const tree = parseQuery('profile', { term: { 'profile_info.current_title': 'engineer' } });
 */
export function parseQuery(kind: SearchableKind, dsl: unknown, now: Date = new Date()): QueryTree {
  const reading = beginReading(kind, now);
  const tree = readQuery(dsl, 'query', reading);
  if (reading.problems.length > 0) throw new InvalidQuery(reading.problems);
  return withAccounts(tree);
}

/** Parses one clause: an object with the clause's name as its only member. */
const readQuery: ReadClause = (dsl, at, reading) => {
  const inner = { ...reading, depth: reading.depth + 1 };
  if (inner.depth > oursLimits.dslDepth) {
    throw new InvalidQuery([
      `${at}: clauses must be nested at most ${oursLimits.dslDepth} deep, but got one that is deeper`,
    ]);
  }
  spend(reading, at, 'clauses');
  const clause = objectOf(dsl, at, reading);
  if (clause === undefined) return unread;
  if (clause.size === 0) return problem(reading, at, 'must hold one clause, but got an empty object') ?? unread;
  const known = [...clause.keys()].filter(isQueryClause);
  if (known.length > 1) {
    const names = known.slice(0, 5).join(', ');
    problem(reading, at, `must hold one clause, but got ${known.length} (${names}); join them with bool`);
  }
  for (const name of clause.keys()) {
    if (!isQueryClause(name)) problem(reading, pathTo(at, name), unknownClause(name));
  }
  const [name] = known;
  return name === undefined ? unread : clauses[name](clause.get(name), pathTo(at, name), inner);
};

function unknownClause(name: string): string {
  if (membersOfBool.includes(name)) return `must be inside a bool: {"bool": {"${name}": …}}`;
  if (name === 'query') return 'must be left out: what it holds is the query itself';
  if (membersOfRequests.has(name)) return 'must be next to query, not inside it: it is a member of the request';
  const meant = instead.get(name);
  if (meant !== undefined) return `is not offered; the nearest is ${meant}`;
  const close = closest(name, new Set(Object.keys(clauses)));
  if (close !== undefined) return `must be a clause of this query language; the closest is ${close}`;
  return `is not offered; the clauses are ${Object.keys(clauses).join(', ')}`;
}

/** A clause without members. */
const readNothing =
  (tree: QueryTree): ReadClause =>
  (body, at, reading) => {
    membersOf(body, at, [], reading);
    return tree;
  };

const clauses: Readonly<Record<QueryClauseName, ReadClause>> = {
  match_all: readNothing({ kind: 'all' }),
  match_none: readNothing({ kind: 'none' }),
  match: readMatch,
  match_phrase: readMatchPhrase,
  match_phrase_prefix: readMatchPhrasePrefix,
  match_bool_prefix: readMatchBoolPrefix,
  multi_match: readMultiMatch,
  query_string: readQueryString,
  simple_query_string: readSimpleQueryString,
  term: readTerm,
  terms: readTerms,
  ids: readIds,
  exists: readExists,
  range: readRange,
  prefix: readPrefix,
  wildcard: readWildcard,
  bool: (body, at, reading) => readBool(body, at, reading, readQuery),
  nested: (body, at, reading) => readNested(body, at, reading, readQuery),
  constant_score: (body, at, reading) => readConstantScore(body, at, reading, readQuery),
  dis_max: (body, at, reading) => readDisMax(body, at, reading, readQuery),
  boosting: (body, at, reading) => readBoosting(body, at, reading, readQuery),
  function_score: (body, at, reading) => readFunctionScore(body, at, reading, readQuery),
};

/** Members of a search request, here or in OpenSearch, that are often placed inside the query by mistake. */
const membersOfRequests: ReadonlySet<string> = new Set([
  ...['_source', 'aggregations', 'aggs', 'fields', 'from', 'highlight', 'in_network_only', 'limit', 'min_score'],
  ...['pagination_token', 'post_filter', 'search_after', 'size', 'sort', 'stable_pagination', 'track_total_hits'],
]);

/** Alternatives for OpenSearch clauses that are not supported, by meaning rather than spelling. */
const instead: ReadonlyMap<string, string> = new Map([
  ['and', 'bool with must'],
  ['common', 'match'],
  ['filtered', 'bool with filter'],
  ['has_child', 'nested'],
  ['has_parent', 'nested'],
  ['intervals', 'match_phrase with slop'],
  ['missing', 'exists in the must_not of a bool'],
  ['more_like_this', 'match'],
  ['not', 'bool with must_not'],
  ['or', 'bool with should'],
  ['regexp', 'wildcard'],
  ['script_score', 'function_score without functions'],
  ['span_first', 'match_phrase'],
  ['span_near', 'match_phrase with slop'],
  ['span_or', 'bool'],
  ['span_term', 'term'],
  ['terms_set', 'bool with minimum_should_match'],
]);
