import type { Connection, Relationship } from '../../contract/record/relationship.ts';
import type { CredentialScope } from './credential-scope.ts';
import { type ProfileReference, profileOfSummary } from './profile-reference.ts';
import type { Scoped } from './scoped.ts';

/** A connection and its target profile. */
export interface ConnectionNode extends Scoped<Connection> {
  /** Created on the first call, since many selections do not use it. */
  readonly target: () => ProfileReference;
}

/** The connections of a relationship, in the upstream's order. */
export function connectionsOf(
  scope: CredentialScope,
  relationship: Relationship | undefined,
  targetOf: () => ProfileReference,
): readonly ConnectionNode[] {
  let made: ProfileReference | undefined;
  const target = (): ProfileReference => {
    made ??= targetOf();
    return made;
  };
  const nodes: ConnectionNode[] = [];
  for (const value of relationship?.connections ?? []) if (value) nodes.push({ scope, value, target });
  return nodes;
}

/** The connections to the profile in the relationship's own summary; empty without a summary. */
export const connectionsToSummary = (
  scope: CredentialScope,
  relationship: Relationship,
  withheld?: Error,
): readonly ConnectionNode[] => {
  const { profile } = relationship;
  return profile ? connectionsOf(scope, relationship, () => profileOfSummary(scope, profile, withheld)) : [];
};

/** The strength that connections are ranked by: a manual strength takes precedence over the computed one. */
export const strengthOf = ({ manual_strength: manual, connection_strength: computed }: Connection): number =>
  manual ?? computed ?? 0;
