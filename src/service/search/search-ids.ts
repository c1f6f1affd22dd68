import { sql } from 'kysely';
import type { SearchableKind } from '../../contract/catalogue.ts';
import type { Store } from '../../store/open.ts';
import { readIndexed } from '../../store/read-indexed.ts';
import type { SearchEngine, SearchPage, SearchResult } from './engine.ts';
import { hitsOf } from './ids.ts';
import type { SearchScope } from './matches.ts';
import type { QueryTree } from './tree.ts';

/**
 * Searches the store. The hits are found once, and both counted and paged: asked for a page alone, the planner walks the
 * ids in order and looks into every row it meets, which costs several times as much.
 */
const sqlEngine = ({ db }: Pick<Store, 'db'>): SearchEngine => ({
  search: (kind, tree, scope, page) =>
    readIndexed(db, async (trx) => {
      const after = page.afterId === undefined ? sql`` : sql`where id > ${page.afterId}::uuid`;
      const { rows } = await sql<SearchResult>`
        with hit as materialized (${hitsOf(kind, tree, scope, page)})
        select (select count(*)::integer from hit) as total,
          to_json(array(select id from hit ${after} order by id limit ${page.limit})) as ids`.execute(trx);
      return rows[0] ?? { ids: [], total: 0 };
    }),
});

/** A page of the ids that match, in the order of the ids, and the number of all. */
export const searchIds = (
  store: Pick<Store, 'db'>,
  kind: SearchableKind,
  tree: QueryTree,
  scope: SearchScope,
  page: SearchPage,
): Promise<SearchResult> => sqlEngine(store).search(kind, tree, scope, page);
