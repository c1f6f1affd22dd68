import { isObject } from '../contract/json.ts';
import { searchCompanies } from '../contract/operation/companies.ts';
import type { QueryDsl } from '../contract/operation/parts.ts';
import type { Call } from './client.ts';
import { BadUpstreamRequest } from './errors.ts';
import { Facts } from './facts.ts';
import { neutralSearch } from './neutral-search.ts';

type Replacement = (clause: QueryDsl) => QueryDsl | undefined;

/** Clauses that an upstream may refuse, and what replaces them. */
export interface Fallback {
  /** A query with such a clause, by which the client asks whether the upstream takes it. */
  readonly people: QueryDsl;
  readonly companies?: QueryDsl;
  /** The replacement of such a clause; undefined for any other clause. */
  readonly replace: Replacement;
  /** Whether the upstream is known to refuse the clauses, so that it need not be asked. */
  readonly isKnown?: boolean;
}

/**
 * Calls that replace clauses which the upstream refuses. If a search is refused, the client asks by searches of its own
 * whether its clauses are the reason, and sends the replacement then.
 */
export function withFallback(call: Call, fallback: Fallback): Call {
  /** Whether the upstream refuses the clauses, but takes what replaces them, by endpoint. */
  const helps = new Facts<boolean>();

  const adapted: Call = async (operation, request, credential, options) => {
    const plain = plainRequest(request, fallback.replace);
    const { name } = operation;
    const known = helps.get(name);
    if (fallback.isKnown || known) return call(operation, plain, credential, options);
    try {
      return await call(operation, request, credential, options);
    } catch (error) {
      if (known === false || !(error instanceof BadUpstreamRequest) || error.status === undefined) throw error;
      const example = name === searchCompanies.name ? fallback.companies : fallback.people;
      if (!example) throw error;
      const takes = (query: QueryDsl): Promise<boolean> =>
        neutralSearch(call, operation, credential, { query, limit: 0 }).then(
          () => true,
          (reason: unknown) => {
            if (reason instanceof BadUpstreamRequest) return false;
            throw reason;
          },
        );
      const isReason = await helps
        .ask(name, async () => !(await takes(example)) && (await takes(fallback.replace(example) ?? example)))
        .catch(() => undefined);
      if (!isReason) throw error;
      return call(operation, plain, credential, options);
    }
  };
  // Most calls have nothing to replace, and take no promise more.
  return (operation, request, credential, options) =>
    (plainRequest(request, fallback.replace) === request ? call : adapted)(operation, request, credential, options);
}

/** The request with its clauses replaced; the same object if there are none. */
function plainRequest<Request>(request: Request, replacement: Replacement): Request {
  if (typeof request !== 'object' || request === null || !('query' in request)) return request;
  const query = replaced(request.query, replacement);
  return query === request.query ? request : { ...request, query };
}

/** Returns the same value if there is nothing to replace; what is replaced is a `bool`. */
function replaced(query: unknown, replacement: Replacement): unknown {
  if (!isObject(query) || !(query.bool || query.nested)) return query;
  const plain = replacement(query);
  if (plain) return plain;
  return withMembers(query, (name, body) =>
    isObject(body) && (name === 'bool' || name === 'nested')
      ? withMembers(body, (_, clauses) =>
          Array.isArray(clauses) ? eachOf(clauses, replacement) : replaced(clauses, replacement),
        )
      : body,
  );
}

function withMembers(object: QueryDsl, of: (name: string, value: unknown) => unknown): QueryDsl {
  const changed = Object.entries(object).flatMap(([name, value]) => {
    const now = of(name, value);
    return now === value ? [] : [[name, now] as const];
  });
  return changed.length > 0 ? { ...object, ...Object.fromEntries(changed) } : object;
}

function eachOf(clauses: readonly unknown[], replacement: Replacement): readonly unknown[] {
  const now = clauses.map((clause) => replaced(clause, replacement));
  return now.some((clause, at) => clause !== clauses[at]) ? now : clauses;
}
