import { shown } from '../../shown.ts';
import { anyOf, type QueryTree } from '../tree.ts';
import { membersOf, pathTo, problem, type ReadClause, type Reading, unread } from './reading.ts';

/**
 * Clauses that affect scores only. Scores are constant here, so each is equivalent to the clause it wraps. Source:
 * OpenSearch, "Compound queries".
 */

export function readConstantScore(body: unknown, at: string, reading: Reading, readQuery: ReadClause): QueryTree {
  const members = membersOf(body, at, ['filter'], reading);
  if (members === undefined) return unread;
  return inner(members, 'filter', at, reading, readQuery);
}

export function readDisMax(body: unknown, at: string, reading: Reading, readQuery: ReadClause): QueryTree {
  const members = membersOf(body, at, ['queries'], reading, ['tie_breaker']);
  if (members === undefined) return unread;
  const path = pathTo(at, 'queries');
  const queries = members.get('queries');
  if (!Array.isArray(queries)) return inner(members, 'queries', at, reading, readQuery);
  if (queries.length === 0) return problem(reading, path, 'must hold at least one clause, but got none') ?? unread;
  return anyOf(queries.map((query, index) => readQuery(query, `${path}[${index}]`, reading)));
}

/** `negative` only lowers scores, but is validated as well. */
export function readBoosting(body: unknown, at: string, reading: Reading, readQuery: ReadClause): QueryTree {
  const members = membersOf(body, at, ['positive', 'negative'], reading, ['negative_boost']);
  if (members === undefined) return unread;
  inner(members, 'negative', at, reading, readQuery);
  return inner(members, 'positive', at, reading, readQuery);
}

export function readFunctionScore(body: unknown, at: string, reading: Reading, readQuery: ReadClause): QueryTree {
  const members = membersOf(body, at, ['query', 'functions'], reading, ['score_mode', 'boost_mode', 'max_boost']);
  if (members === undefined) return unread;
  const functions = members.get('functions') ?? [];
  if (!Array.isArray(functions) || functions.length > 0) {
    problem(reading, pathTo(at, 'functions'), `must be empty (scores are not offered), but got ${shown(functions)}`);
  }
  return members.has('query') ? inner(members, 'query', at, reading, readQuery) : { kind: 'all' };
}

function inner(
  members: ReadonlyMap<string, unknown>,
  name: string,
  at: string,
  reading: Reading,
  readQuery: ReadClause,
): QueryTree {
  if (!members.has(name)) return problem(reading, at, `must have a ${name}, but has none`) ?? unread;
  return readQuery(members.get(name), pathTo(at, name), reading);
}
