import { foldedPath } from '../../../../contract/catalogue.ts';
import { isObject } from '../../../../contract/json.ts';
import type { QueryDsl } from '../../../../contract/operation/parts.ts';

/** Builds a clause on a field. */
type ClauseOn = (path: string) => QueryDsl;

/**
 * Combines a clause on a name with the same clause on its sub-field without accents. Other upstreams may lack that
 * sub-field and find nothing by it, so the name itself is searched, too.
 */
export const withoutAccents = (path: string, clauseOn: ClauseOn): QueryDsl => ({
  bool: { should: [clauseOn(path), clauseOn(foldedPath(path))], minimum_should_match: 1 },
});

/** Replaces each clause of `withoutAccents` by that on the name alone; returns the same value if there are none. */
export const withAccents = (query: unknown): unknown => (isObject(query) ? plainQuery(query) : query);

function plainQuery(query: QueryDsl): QueryDsl {
  const plain = plainClauseIn(query);
  if (plain) return plain;
  const changed = Object.entries(query).flatMap(([name, body]) => {
    const so = name === 'bool' || name === 'nested' ? eachClause(body) : body;
    return so === body ? [] : [[name, so] as const];
  });
  return changed.length > 0 ? { ...query, ...Object.fromEntries(changed) } : query;
}

/** Visits the members of a `bool`, or the query of a `nested`. */
function eachClause(body: unknown): unknown {
  if (!isObject(body)) return body;
  const changed = Object.entries(body).flatMap(([name, value]) => {
    const so = Array.isArray(value) ? eachOf(value) : withAccents(value);
    return so === value ? [] : [[name, so] as const];
  });
  return changed.length > 0 ? { ...body, ...Object.fromEntries(changed) } : body;
}

function eachOf(clauses: readonly unknown[]): readonly unknown[] {
  const so = clauses.map(withAccents);
  return so.some((clause, at) => clause !== clauses[at]) ? so : clauses;
}

function plainClauseIn({ bool }: QueryDsl): QueryDsl | undefined {
  const should: unknown = isObject(bool) ? bool.should : undefined;
  const [plain, folded, ...more]: readonly unknown[] = Array.isArray(should) ? should : [];
  if (!isObject(plain) || !isObject(folded) || more.length > 0) return undefined;
  const [[kind, on] = ['', undefined]] = Object.entries(plain);
  const [[path, asked] = ['', undefined]] = isObject(on) ? Object.entries(on) : [];
  const twin = { [kind]: { [foldedPath(path)]: asked } };
  return JSON.stringify(twin) === JSON.stringify(folded) ? plain : undefined;
}
