import { type Kysely, sql } from 'kysely';
import type { ProfileInfo } from '../../contract/record/profile.ts';
import type { Connection, ProfileSummary, Source } from '../../contract/record/relationship.ts';
import type { Database } from '../../store/database.ts';
import { combinedStrength, normalizedStrength } from '../mapping/strength.ts';
import { inScope, type NetworkScope, privateOrigin } from './scope.ts';

/**
 * The Relationship items of a page's profiles as JSON texts, in the given order: each profile's summary with the
 * network's connections to it, strongest first. Profiles that are deleted or no longer connected are omitted.
 */
export async function relationshipsOf(
  db: Kysely<Database>,
  profileIds: readonly string[],
  network: NetworkScope,
): Promise<readonly string[]> {
  if (profileIds.length === 0) return [];
  const connections = await connectionsOf(db, profileIds, network);
  const infos = await infosOf(db, [
    ...new Set([...profileIds, ...connections.map(({ connector_profile_id }) => connector_profile_id)]),
  ]);
  const byProfile = Map.groupBy(connections, ({ profile_id }) => profile_id);
  return profileIds.flatMap((id) => {
    const info = infos.get(id);
    const known = byProfile.get(id);
    if (info === undefined || known === undefined) return [];
    const texts = known.map((row) => connectionText(row, infos.get(row.connector_profile_id)));
    return `{"profile":${JSON.stringify(summary(id, info))},"connections":[${texts.join(',')}]}`;
  });
}

interface ConnectionRow {
  readonly profile_id: string;
  readonly team_id: string;
  readonly connector_id: string;
  readonly connector_profile_id: string;
  readonly strength: number;
  readonly manual_strength: number | null;
  /** JSON text of the contract's Sources. */
  readonly sources: string;
}

async function connectionsOf(db: Kysely<Database>, profileIds: readonly string[], network: NetworkScope) {
  const { rows } = await sql<ConnectionRow>`
    select connection.profile_id, connection.team_id, connection.connector_id, connector.profile_id as connector_profile_id,
      connection.strength, manual_strength.strength as manual_strength, connection.sources
    from connection
    join connector on connector.id = connection.connector_id
    left join manual_strength on manual_strength.connector_id = connection.connector_id
      and manual_strength.profile_id = connection.profile_id
    where connection.profile_id = any(${profileIds}::uuid[]) and ${inScope(network)}
    order by connection.strength desc, connector.profile_id`.execute(db);
  const [own] = network.teamIds;
  return rows
    .map((row) => (row.team_id === own ? row : withoutPrivate(row)))
    .toSorted((a, b) => b.strength - a.strength);
}

/** Without what another team imported. */
function withoutPrivate(row: ConnectionRow): ConnectionRow {
  // Only the mapping writes sources.
  const all: readonly Source[] = JSON.parse(row.sources);
  const sources = all.filter(({ origin }) => origin !== privateOrigin);
  if (sources.length === all.length) return row;
  return { ...row, strength: combinedStrength(sources), sources: JSON.stringify(sources) };
}

/** The documents of profiles. Parsing them here costs half as much as extracting members in SQL. */
async function infosOf(db: Kysely<Database>, ids: readonly string[]): Promise<ReadonlyMap<string, ProfileInfo>> {
  const rows = await db
    .selectFrom('profile')
    .select(['id', 'document'])
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
  // Safe: the store holds documents of this shape only.
  return new Map(rows.map(({ id, document }) => [id, JSON.parse(document) as ProfileInfo]));
}

/** Missing members are undefined, and so omitted from the JSON. */
const summary = (id: string, info: ProfileInfo): Summary => ({
  full_name: info.full_name,
  id,
  current_title: info.current_title,
  xnet_url: info.xnet_url,
  work_email: info.work_email,
  current_company_name: info.current_company_name,
  current_company_website: info.current_company_websites?.[0],
});

type Summary = { readonly [Member in keyof ProfileSummary]: ProfileSummary[Member] | undefined };
type ConnectionFacts = { readonly [Member in keyof Omit<Connection, 'sources'>]: Connection[Member] | undefined };

function connectionText(row: ConnectionRow, connector: ProfileInfo | undefined): string {
  const facts: ConnectionFacts = {
    connector_id: row.connector_id,
    connector_name: connector?.full_name,
    connector_xnet_url: connector?.xnet_url,
    connector_current_title: connector?.current_title,
    connector_current_company_name: connector?.current_company_name,
    connection_strength_normalized: normalizedStrength(row.strength),
    connection_strength: row.strength,
    manual_strength: row.manual_strength ?? undefined,
  };
  return `${JSON.stringify(facts).slice(0, -1)},"sources":${row.sources}}`;
}
