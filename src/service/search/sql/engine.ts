import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../../../store/open.ts';
import { readIndexed } from '../../../store/read-indexed.ts';
import { strongestAmong } from '../../network/strongest.ts';
import { firstPage, laterPage } from '../../snapshot.ts';
import type { Search, SearchEngine, SearchResult } from '../engine.ts';
import { connectedProfiles, matches } from './matches.ts';

/**
 * Search engine over the store's tokens. A page's hits are materialized, then counted and paged: for a page alone the
 * planner would scan the ids in order and check each row, at several times the cost.
 */
export const sqlEngine = ({ db }: Pick<Store, 'db'>, snapshotBytes: number): SearchEngine => ({
  page: (search, { limit, afterId }) =>
    readIndexed(db, async (trx) => {
      const after = afterId === undefined ? sql`` : sql`where id > ${afterId}::uuid`;
      const { rows } = await sql<SearchResult>`
        with hit as materialized (${hitsOf(search)})
        select (select count(*)::integer from hit) as total,
          to_json(array(select id from hit ${after} order by id limit ${limit})) as ids`.execute(trx);
      return rows[0] ?? { ids: [], total: 0 };
    }),
  stable: (search, position, size) =>
    position === undefined
      ? firstPage(db, orderedHitsOf(search), { ...size, snapshotBytes, teamId: search.scope.teamId })
      : laterPage(db, position, size),
  strongest: (search, network) =>
    readIndexed(db, async (trx) => {
      const { rows } = await sql<{ ids: readonly string[] }>`
        with hit as materialized (${hitsOf(search)})
        select to_json(array(${strongestAmong(sql`select id from hit`, network)})) as ids`.execute(trx);
      return rows[0]?.ids ?? [];
    }),
});

/** Selects the ids of all matching records, in any order. */
function hitsOf({ kind, tree, scope, inNetworkOnly = false }: Search): RawBuilder<{ id: string }> {
  const id = sql.ref(`${kind}.id`);
  if (inNetworkOnly && tree.kind === 'all')
    return sql`select distinct id from (${connectedProfiles(scope)}) as known (id)`;
  const matching = sql<{ id: string }>`select ${id} from ${sql.table(kind)} where ${matches(kind, tree, scope)}`;
  if (!inNetworkOnly) return matching;
  return sql`with matching as materialized (${matching})
    select id from matching where ${isAmong(sql`id`, connectedProfiles(scope))}`;
}

/**
 * Whether an id is among the selected ones. `coalesce` prevents a join: the planner underestimates token matches, and
 * would compare each hit with each id instead of using a hash table.
 */
const isAmong = (id: RawBuilder<unknown>, ids: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`coalesce(${id} in (${ids}), false)`;

/** As `hitsOf`, in order of id. */
const orderedHitsOf = (search: Search): RawBuilder<{ id: string }> =>
  sql`with hit as materialized (${hitsOf(search)}) select id from hit order by id`;
