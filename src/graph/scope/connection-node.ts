import type { Connection, Relationship } from '../../contract/record/relationship.ts';
import type { CredentialScope } from './credential-scope.ts';
import { type ProfileReference, profileOfSummary } from './profile-reference.ts';
import type { Scoped } from './scoped.ts';

/** A connection, with the profile that it leads to. */
export interface ConnectionNode extends Scoped<Connection> {
  /** Not made for whoever selects nothing of it. */
  readonly target: () => ProfileReference;
}

/** The connections of a relationship, in the order sent. */
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

/** The same, to the person whom the relationship itself tells of; none where it tells of nobody. */
export const connectionsToSummary = (scope: CredentialScope, relationship: Relationship): readonly ConnectionNode[] => {
  const { profile } = relationship;
  return profile ? connectionsOf(scope, relationship, () => profileOfSummary(scope, profile)) : [];
};

/** What a connection is ranked by: what somebody set by hand stands above what was computed. */
export const strengthOf = ({ manual_strength: manual, connection_strength: computed }: Connection): number =>
  manual ?? computed ?? 0;
