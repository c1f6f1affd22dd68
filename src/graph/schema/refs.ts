import type {
  Connection as ConnectionPayload,
  Relationship as RelationshipPayload,
} from '../../contract/record/relationship.ts';
import type { CompanyReference } from '../scope/company-reference.ts';
import type { ConnectionNode } from '../scope/connection-node.ts';
import type { CredentialScope } from '../scope/credential-scope.ts';
import type { ProfileReference } from '../scope/profile-reference.ts';
import type { RecordReference } from '../scope/record-reference.ts';
import type { Scoped } from '../scope/scoped.ts';
import { builder } from './builder.ts';

/** Records that can be read again by their ids. */
export const Node = builder.interfaceRef<RecordReference>('Node');

// Types that link to one another. Each is implemented in its own file; refs here avoid imports between those files.
export const Profile = builder.objectRef<ProfileReference>('Profile');
export const Company = builder.objectRef<CompanyReference>('Company');
export const Team = builder.objectRef<CredentialScope>('Team');
/** A relationship; its profile may be withheld, with the error of the members that are not free. */
export interface RelationshipNode extends Scoped<RelationshipPayload> {
  readonly withheld?: Error | undefined;
}
export const Relationship = builder.objectRef<RelationshipNode>('Relationship');
export const Connection = builder.objectRef<ConnectionNode>('Connection');
export const Connector = builder.objectRef<Scoped<ConnectionPayload>>('Connector');
