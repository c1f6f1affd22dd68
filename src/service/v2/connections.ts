import { type Kysely, sql } from 'kysely';
import { identifyingNetwork } from '../../contract/identifier.ts';
import type { Source } from '../../contract/record/relationship.ts';
import type { Database } from '../../store/database.ts';
import { normalizedStrength } from '../mapping/strength.ts';
import { inScope, networkOf } from '../network/scope.ts';
import type { V2Connection } from './contract/profile.ts';

interface Row {
  readonly profile_id: string;
  readonly user_id: string;
  readonly user_email: string | null;
  readonly slug: string;
  readonly created_at: Date;
  readonly strength: number;
  readonly manual_strength: number | null;
  readonly sources: string;
}

/**
 * The team's users who know each of these profiles, strongest first. Profiles without connections are not in the map.
 */
export async function connectionsOf(
  db: Kysely<Database>,
  teamId: string,
  profileIds: readonly string[],
): Promise<ReadonlyMap<string, readonly V2Connection[]>> {
  if (profileIds.length === 0) return new Map();
  const { rows } = await sql<Row>`
    select connection.profile_id, user_id, user_email, slug, created_at, connection.strength,
      manual_strength.strength as manual_strength, sources
    from connection
    join connector on connector.id = connection.connector_id
    left join manual_strength on manual_strength.connector_id = connection.connector_id
      and manual_strength.profile_id = connection.profile_id
    where connection.profile_id = any(${profileIds}::uuid[]) and ${inScope(networkOf(teamId))}
    order by connection.strength desc, connection.connector_id`.execute(db);
  const known = new Map<string, V2Connection[]>();
  for (const row of rows) known.set(row.profile_id, [...(known.get(row.profile_id) ?? []), connectionOf(row)]);
  return known;
}

function connectionOf(row: Row): V2Connection {
  // Safe: only the mapping writes this column.
  const sources: readonly Source[] = JSON.parse(row.sources);
  return {
    user_id: row.user_id,
    user_email: row.user_email,
    user_xnet_name: row.slug,
    created_at: row.created_at.toISOString(),
    sources: sources.map(({ origin = null }) => ({ origin, network: networkFor(origin) })),
    connection_strength: row.strength,
    strength_normalized: normalizedStrength(row.strength),
    manual_strength: row.manual_strength,
  };
}

/** Origins from careers count as the external network, which they are read from; manual imports have none. */
const networkFor = (origin: string | null): string | null => (origin === 'manual_import' ? null : identifyingNetwork);
