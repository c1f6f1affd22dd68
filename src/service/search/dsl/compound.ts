import { boolOptions, queryClauses } from '../../../contract/query-clauses.ts';
import { shown } from '../../shown.ts';
import type { QueryTree } from '../tree.ts';
import { nestedPath } from './fields.ts';
import { minimumShouldMatch } from './minimum-should-match.ts';
import { membersOf, pathTo, problem, type ReadClause, type Reading, spend, unread } from './reading.ts';

/** Bool and nested queries. Source: OpenSearch, "Boolean query" and "Nested query". */

export const membersOfBool: readonly string[] = [...queryClauses.bool.holds, ...boolOptions];

export function readBool(body: unknown, at: string, reading: Reading, readQuery: ReadClause): QueryTree {
  const members = membersOf(body, at, membersOfBool, reading);
  if (members === undefined) return unread;
  const adjusts = members.get('adjust_pure_negative') ?? true;
  if (adjusts !== true) problem(reading, pathTo(at, 'adjust_pure_negative'), `must be true, but got ${shown(adjusts)}`);
  const queries = (name: string): readonly QueryTree[] => {
    const value = members.get(name);
    if (value === undefined) return [];
    const path = pathTo(at, name);
    if (!Array.isArray(value)) return [readQuery(value, path, reading)];
    return value.map((query, index) => readQuery(query, `${path}[${index}]`, reading));
  };
  const must = [...queries('must'), ...queries('filter')];
  const should = queries('should');
  const mustNot = queries('must_not');
  if (must.length + should.length + mustNot.length === 0) return { kind: 'all' };
  const least = must.length === 0 && should.length > 0 ? 1 : 0;
  const asked = members.get('minimum_should_match');
  const counted =
    asked === undefined ? 0 : minimumShouldMatch(asked, should.length, pathTo(at, 'minimum_should_match'), reading);
  // With `must_not` alone OpenSearch adds a `match_all` and ignores `minimum_should_match`.
  const atLeast = must.length + should.length === 0 ? 0 : Math.max(least, counted);
  return { kind: 'bool', must, should, mustNot, atLeast };
}

export function readNested(body: unknown, at: string, reading: Reading, readQuery: ReadClause): QueryTree {
  const members = membersOf(body, at, ['path', 'query'], reading, ['score_mode', 'ignore_unmapped']);
  if (members === undefined) return unread;
  spend(reading, at, 'lookups');
  const path = nestedPath(members.get('path'), pathTo(at, 'path'), reading);
  if (!members.has('query')) return problem(reading, at, 'must have a query, but has none') ?? unread;
  if (path === undefined) return unread;
  return {
    kind: 'nested',
    path,
    query: readQuery(members.get('query'), pathTo(at, 'query'), { ...reading, nestedIn: path }),
  };
}
