import { type RawBuilder, sql } from 'kysely';
import type { Search } from '../engine.ts';
import { connectedProfiles, matches } from './matches.ts';

/** Selects the ids of all records that match, in no order. */
export function hitsOf({ kind, tree, scope, inNetworkOnly = false }: Search): RawBuilder<{ id: string }> {
  const id = sql.ref(`${kind}.id`);
  if (inNetworkOnly && tree.kind === 'all')
    return sql`select distinct id from (${connectedProfiles(scope)}) as known (id)`;
  const matching = sql<{ id: string }>`select ${id} from ${sql.table(kind)} where ${matches(kind, tree, scope)}`;
  if (!inNetworkOnly) return matching;
  return sql`with matching as materialized (${matching})
    select id from matching where ${isAmong(sql`id`, connectedProfiles(scope))}`;
}

/**
 * Whether an id is among those selected. The planner expects that tokens match hardly anything, and would compare each hit with
 * each id; it does not make a join of this, but looks ids up in a hash table.
 */
export const isAmong = (id: RawBuilder<unknown>, ids: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`coalesce(${id} in (${ids}), false)`;

/** As `hitsOf`, in order. */
export const orderedHitsOf = (search: Search): RawBuilder<{ id: string }> =>
  sql`with hit as materialized (${hitsOf(search)}) select id from hit order by id`;
