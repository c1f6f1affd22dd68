import { foldedPath } from '../../../../contract/catalogue.ts';
import { isObject } from '../../../../contract/json.ts';
import type { QueryDsl } from '../../../../contract/operation/parts.ts';

/** A clause on one field. */
type ClauseOn = (path: string) => QueryDsl;

/**
 * A clause on a name, or on its sub-field that is searched without regard to accents. The sub-field is ours: an upstream that
 * has none may find nothing by it, so the name itself is asked, too.
 */
export const withoutAccents = (path: string, clauseOn: ClauseOn): QueryDsl => ({
  bool: { should: [clauseOn(path), clauseOn(foldedPath(path))], minimum_should_match: 1 },
});

/** The query with the name alone in place of each clause that `withoutAccents` made; the same value where there is none. */
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

/** The members of a `bool`, or the query of a `nested`. */
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
