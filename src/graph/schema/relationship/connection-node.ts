import type { Connection, Relationship } from '../../../contract/record/relationship.ts';
import type { Scope } from '../../operation/scope.ts';
import type { ProfileReference } from '../profile/profile-reference.ts';
import type { Scoped } from '../scoped.ts';

/** A connection, with the profile that it leads to. */
export interface ConnectionNode extends Scoped<Connection> {
  readonly target: ProfileReference;
}

/** The connections of a relationship, in the order sent. */
export const connectionsOf = (
  scope: Scope,
  relationship: Relationship | undefined,
  target: ProfileReference,
): readonly ConnectionNode[] =>
  (relationship?.connections ?? []).flatMap((value) => (value ? [{ scope, value, target }] : []));
