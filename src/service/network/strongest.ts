import { type RawBuilder, sql } from 'kysely';
import { inScope, type NetworkScope } from './scope.ts';

/**
 * Selects the ids of the profiles that a network reaches: strongest connection first, then by id. `matching` is a
 * condition on table `profile`; without it, all of the network.
 */
export const strongestFirst = (
  network: NetworkScope,
  matching?: RawBuilder<unknown>,
): RawBuilder<{ id: string }> => sql`
  select connection.profile_id as id from connection
  ${matching === undefined ? sql`` : sql`join profile on profile.id = connection.profile_id and ${matching}`}
  where ${inScope(network)}
  group by connection.profile_id
  order by max(connection.strength) desc, connection.profile_id`;
