import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../store/database.ts';
import { inScope, type NetworkScope } from './scope.ts';

/** Selects the ids of all profiles in a network, strongest connection first, then by id. */
export const strongestFirst = (network: NetworkScope): RawBuilder<{ id: string }> =>
  sql`select profile_id as id from connection where ${inScope(network)}
    group by profile_id order by max(strength) desc, profile_id`;

/**
 * Selects those of the selected profiles that are in a network, in the same order. `lateral` looks their connections up: the
 * planner overestimates the profiles, and would read and sort the whole network.
 */
export const strongestAmong = (profiles: RawBuilder<unknown>, network: NetworkScope): RawBuilder<{ id: string }> =>
  sql`select profile.id from (${profiles}) as profile (id) cross join lateral (
      select max(strength) as strength from connection where connection.profile_id = profile.id and ${inScope(network)}
    ) as known where known.strength is not null order by known.strength desc, profile.id`;

/** The ids of all profiles in a network, in the same order. */
export async function idsOfNetwork(db: Kysely<Database>, network: NetworkScope): Promise<readonly string[]> {
  const { rows } = await sql<{ ids: readonly string[] }>`
    select to_json(array(${strongestFirst(network)})) as ids`.execute(db);
  return rows[0]?.ids ?? [];
}
