import { isObject } from '../contract/json.ts';
import type { Operation } from '../contract/operation/operation.ts';
import type { QueryDsl } from '../contract/operation/parts.ts';
import type { Answered, CallOptions, Credential } from './call.ts';
import type { Call } from './client.ts';
import { BadUpstreamRequest } from './errors.ts';

/** Replaces a clause that an upstream may not support; undefined for any other clause. */
export type Replacement = (clause: QueryDsl) => QueryDsl | undefined;

/**
 * Calls that replace clauses which the upstream refuses. A refused search is retried with the replacement; if that
 * succeeds, later searches of the same endpoint have it from the start.
 */
export function withFallback(call: Call, replacement: Replacement): Call {
  /** Whether the upstream accepts the clauses, by endpoint, once known. */
  const takes = new Map<string, boolean>();

  async function callEither<Request, Answer>(
    [full, plain]: readonly [Request, Request],
    operation: Operation<Request, Answer>,
    credential: Credential,
    options: CallOptions | undefined,
  ): Promise<Answered<Answer>> {
    try {
      const answer = await call(operation, full, credential, options);
      takes.set(operation.name, true);
      return answer;
    } catch (error) {
      if (!(error instanceof BadUpstreamRequest)) throw error;
      // If this is refused too, the clauses were not the reason.
      const answer = await call(operation, plain, credential, options).catch(() => {
        throw error;
      });
      takes.set(operation.name, false);
      return answer;
    }
  }

  return (operation, request, credential, options) => {
    const plain = plainRequest(request, replacement);
    const known = plain === request ? true : takes.get(operation.name);
    return known === undefined
      ? callEither([request, plain], operation, credential, options)
      : call(operation, known ? request : plain, credential, options);
  };
}

/** The request with its clauses replaced; the same object if there are none. */
function plainRequest<Request>(request: Request, replacement: Replacement): Request {
  if (typeof request !== 'object' || request === null || !('query' in request)) return request;
  const query = replaced(request.query, replacement);
  return query === request.query ? request : { ...request, query };
}

/** Returns the same value if there is nothing to replace. */
function replaced(query: unknown, replacement: Replacement): unknown {
  if (!isObject(query)) return query;
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
