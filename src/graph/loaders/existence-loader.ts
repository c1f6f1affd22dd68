import DataLoader from 'dataloader';
import { PageWalk } from '../../client/page-walk.ts';
import { pageLimit } from '../../contract/limits.ts';
import type { Operation } from '../../contract/operation/operation.ts';
import type { QueryDsl } from '../../contract/operation/parts.ts';
import type { SearchAnswer } from '../../contract/operation/profiles.ts';
import { revealsNothing } from './batch-scheduler.ts';
import type { LoadPort } from './load-port.ts';

/** A search that returns ids only. */
export type IdSearch = Operation<
  { query: Readonly<Record<string, unknown>>; limit?: number; pagination_token?: string },
  SearchAnswer
>;

/** The ids that a free search finds, read page by page until there are `most`. */
export async function idsFound(
  port: Pick<LoadPort, 'search'>,
  search: IdSearch,
  query: QueryDsl,
  { most = Infinity, limit = pageLimit.maximum }: { readonly most?: number; readonly limit?: number } = {},
): Promise<Set<string>> {
  const found = new Set<string>();
  const walk = new PageWalk(search);
  let follows = false;
  do {
    const { body } = await port.search(search, { query, limit, ...walk.page }, revealsNothing);
    for (const id of body.ids) found.add(id);
    follows = found.size < most && walk.follow(body, body.ids);
  } while (follows);
  return found;
}

/**
 * The ids, in lower case, of the records that exist, found by free searches.
 *
 * @param idPath the searchable field that holds a record's id
 */
export async function existingIds(
  port: Pick<LoadPort, 'search'>,
  { search, idPath }: { readonly search: IdSearch; readonly idPath: string },
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  // One page holds all ids, unless the upstream sends shorter pages than requested.
  const found = await idsFound(port, search, { terms: { [idPath]: [...ids] } }, { most: ids.length });
  return new Set(Array.from(found, (id) => id.toLowerCase()));
}

/**
 * Checks by uuid whether records exist, with free searches. A look-up whose selection does not need the record
 * therefore does not pay for it.
 *
 * @example
 * const isOnRecord = await loader.existence.exists(id);
 */
export class ExistenceLoader {
  readonly #loader: DataLoader<string, boolean>;

  constructor(port: LoadPort, kind: { readonly search: IdSearch; readonly idPath: string }) {
    this.#loader = new DataLoader(
      async (ids) => {
        const found = await existingIds(port, kind, ids);
        return ids.map((id) => found.has(id));
      },
      { maxBatchSize: pageLimit.maximum, batchScheduleFn: port.schedule.free },
    );
  }

  exists(id: string): Promise<boolean> {
    return this.#loader.load(id.toLowerCase());
  }
}
