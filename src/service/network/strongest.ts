import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../store/database.ts';
import type { Search, SearchEngine } from '../search/engine.ts';
import { inScope, type NetworkScope } from './scope.ts';

/** Selects the ids of all profiles in a network, strongest connection first, then by id. */
export const strongestFirst = (network: NetworkScope): RawBuilder<{ id: string }> =>
  sql`select profile_id as id from connection where ${inScope(network)}
    group by profile_id order by max(strength) desc, profile_id`;

/** The ids of a network's profiles that match a search, in the same order. */
export async function strongestMatching(
  db: Kysely<Database>,
  engine: SearchEngine,
  network: NetworkScope,
  search: Search,
): Promise<readonly string[]> {
  const { rows } = await sql<{ ids: readonly string[] }>`
    select to_json(array(${strongestFirst(network)})) as ids`.execute(db);
  const ids = rows[0]?.ids ?? [];
  if (search.tree.kind === 'all' || ids.length === 0) return ids;
  const matching = await engine.among(search, ids);
  return ids.filter((id) => matching.has(id));
}
