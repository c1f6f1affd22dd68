import { foldedPath } from '../contract/catalogue.ts';
import { isObject } from '../contract/json.ts';
import type { Operation } from '../contract/operation/operation.ts';
import type { QueryDsl } from '../contract/operation/parts.ts';
import type { Answered, CallOptions, Credential } from './call.ts';
import type { Call } from './client.ts';
import { BadUpstreamRequest } from './errors.ts';

/**
 * Calls that search names without accents only if the upstream supports that sub-field, an extension of ours. A
 * refused search is retried without it; if that succeeds, later searches of the same endpoint omit it from the start.
 */
export function withFoldedNames(call: Call): Call {
  /** Whether the upstream accepts the sub-field, by endpoint, once known. */
  const takes = new Map<string, boolean>();

  async function callEither<Request, Answer>(
    [folded, plain]: readonly [Request, Request],
    operation: Operation<Request, Answer>,
    credential: Credential,
    options: CallOptions | undefined,
  ): Promise<Answered<Answer>> {
    try {
      const answer = await call(operation, folded, credential, options);
      takes.set(operation.name, true);
      return answer;
    } catch (error) {
      if (!(error instanceof BadUpstreamRequest)) throw error;
      // If this is refused too, the sub-field was not the reason.
      const answer = await call(operation, plain, credential, options).catch(() => {
        throw error;
      });
      takes.set(operation.name, false);
      return answer;
    }
  }

  return (operation, request, credential, options) => {
    const plain = plainRequest(request);
    const known = plain === request ? true : takes.get(operation.name);
    return known === undefined
      ? callEither([request, plain], operation, credential, options)
      : call(operation, known ? request : plain, credential, options);
  };
}

/** The request without the sub-field, searching names with accents; the same object if it has none. */
function plainRequest<Request>(request: Request): Request {
  if (typeof request !== 'object' || request === null || !('query' in request)) return request;
  const query = withAccents(request.query);
  return query === request.query ? request : { ...request, query };
}

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
const withAccents = (query: unknown): unknown => (isObject(query) ? plainQuery(query) : query);

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
