import { connectionCoversProfile, summaryCoversProfile } from '../../contract/coverage.ts';
import type { Profile } from '../../contract/record/profile.ts';
import type { Connection, ProfileSummary } from '../../contract/record/relationship.ts';
import { slugOfUrl } from '../../reading/page.ts';
import type { Identifier } from '../cache/record-key.ts';
import type { CredentialScope } from './credential-scope.ts';
import { RecordReference } from './record-reference.ts';

export type ProfileReference = RecordReference<Profile>;

/** A profile known only by identifiers, such as those from a search or a look-up. */
export const profileNamed = (scope: CredentialScope, ...identifiers: readonly Identifier[]): ProfileReference =>
  new RecordReference(scope, scope.profiles, identifiers);

/**
 * The profile of a relationship; the summary covers some of its members.
 *
 * @param withheld the error of the others, if the record must not be paid for
 */
export function profileOfSummary(scope: CredentialScope, summary: ProfileSummary, withheld?: Error): ProfileReference {
  const identifiers = named('ids', summary.id);
  identifiers.push(...named('xnet_names', slugIn(summary.xnet_url)));
  const coverages = [{ payload: summary, covers: summaryCoversProfile }];
  const reference: ProfileReference = new RecordReference(scope, scope.profiles, identifiers, coverages);
  return withheld ? reference.withhold(withheld) : reference;
}

/** The profile of a connector, identified by the slug in its URL; the connector's id is not a profile's uuid. */
export const profileOfConnector = (scope: CredentialScope, connection: Connection): ProfileReference =>
  new RecordReference(
    scope,
    scope.profiles,
    named('xnet_names', slugIn(connection.connector_xnet_url)),
    [{ payload: connection, covers: connectionCoversProfile }],
    connection.connector_xnet_url ?? undefined,
  );

const slugIn = (url: string | null | undefined): string | undefined => (url ? slugOfUrl(url, 'profile') : undefined);

const named = (kind: Identifier['kind'], value: string | null | undefined): Identifier[] =>
  value ? [{ kind, value }] : [];
