import { type RawBuilder, sql } from 'kysely';
import type { Search } from '../engine.ts';
import { connectedProfiles, matches } from './matches.ts';

/** Selects the ids of all records that match, in no order. */
export function hitsOf({ kind, tree, scope, inNetworkOnly = false }: Search): RawBuilder<{ id: string }> {
  const id = sql.ref(`${kind}.id`);
  const network = inNetworkOnly ? sql`and ${id} in (${connectedProfiles(scope)})` : sql``;
  return sql`select ${id} from ${sql.table(kind)} where ${matches(kind, tree, scope)} ${network}`;
}

/** As `hitsOf`, in order. */
export const orderedHitsOf = (search: Search): RawBuilder<{ id: string }> =>
  sql`with hit as materialized (${hitsOf(search)}) select id from hit order by id`;
