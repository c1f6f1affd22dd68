import type { QueryDsl } from './operation/parts.ts';

/** A condition in the interface's DSL; undefined for no condition. */
export type Clause = QueryDsl | undefined;

const isConstraint = (clause: Clause): clause is QueryDsl => clause !== undefined;

/** All conditions must hold; no clauses are no condition. */
export function allOf(clauses: readonly Clause[]): Clause {
  const constraints = clauses.filter(isConstraint);
  return constraints.length > 1 ? { bool: { filter: constraints } } : constraints[0];
}

/** One condition must hold. If any is no condition, so is the whole; with no clauses, nothing matches. */
export function anyOf(clauses: readonly Clause[]): Clause {
  const constraints = clauses.filter(isConstraint);
  if (constraints.length < clauses.length) return undefined;
  if (constraints.length === 0) return noneOf(undefined);
  return constraints.length > 1 ? { bool: { should: constraints, minimum_should_match: 1 } } : constraints[0];
}

/** The condition must not hold; the negation of no condition matches nothing. */
export const noneOf = (clause: Clause): QueryDsl => ({ bool: { must_not: [clause ?? { match_all: {} }] } });
