import type { QueryDsl } from './operation/parts.ts';

/** A constraint as the interface's DSL; undefined where nothing is constrained. */
export type Clause = QueryDsl | undefined;

const isConstraint = (clause: Clause): clause is QueryDsl => clause !== undefined;

/** All of them must hold; of none, nothing is constrained. */
export function allOf(clauses: readonly Clause[]): Clause {
  const constraints = clauses.filter(isConstraint);
  return constraints.length > 1 ? { bool: { filter: constraints } } : constraints[0];
}

/** One of them must hold: an alternative that constrains nothing makes all of them so, and of none, none can. */
export function anyOf(clauses: readonly Clause[]): Clause {
  const constraints = clauses.filter(isConstraint);
  if (constraints.length < clauses.length) return undefined;
  if (constraints.length === 0) return noneOf(undefined);
  return constraints.length > 1 ? { bool: { should: constraints, minimum_should_match: 1 } } : constraints[0];
}

/** It must not hold; nothing can fail to match what constrains nothing. */
export const noneOf = (clause: Clause): QueryDsl => ({ bool: { must_not: [clause ?? { match_all: {} }] } });
