import { type RawBuilder, sql } from 'kysely';
import { inScope, type NetworkScope } from './scope.ts';

/**
 * Selects the ids of the profiles that a network reaches: strongest connection first, then by id. `matching` is a
 * condition on table `profile`, answered by itself, since the planner knows little of what it costs; without it, all of
 * the network.
 */
export const strongestFirst = (network: NetworkScope, matching?: RawBuilder<unknown>): RawBuilder<{ id: string }> =>
  matching === undefined
    ? sql`select profile_id as id from connection where ${inScope(network)} ${strongest}`
    : sql`with hit as materialized (select profile.id from profile where ${matching})
        select profile_id as id from connection join hit on hit.id = profile_id and ${inScope(network)} ${strongest}`;

const strongest = sql`group by profile_id order by max(strength) desc, profile_id`;
