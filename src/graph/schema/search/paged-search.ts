import { PageWalk } from '../../../client/page-walk.ts';
import type { Operation } from '../../../contract/operation/operation.ts';
import type { QueryDsl } from '../../../contract/operation/parts.ts';
import type { CredentialScope } from '../../scope/credential-scope.ts';
import { builder } from '../builder.ts';
import type { Filtering, Filters } from './filters.ts';
import type { QueriedPage } from './page-type.ts';
import { walk } from './page-walk.ts';

export const pagingArgs = builder.args((t) => ({
  first: t.int({
    defaultValue: 20,
    description:
      'How many to return, 0 to 10,000, in the data service’s order: it offers no sort option. 0 returns `totalCount` alone. There are no facets: to count several values, send a query for each.',
  }),
  after: t.string({
    description:
      'A cursor of an earlier page of the same query, such as `WyJhYmNkIiwxMCwwLDAsbnVsbF0`; the page begins after it. Pages go forward only.',
  }),
}));

export const stableArgs = builder.args((t) => ({
  stable: t.boolean({
    defaultValue: false,
    description:
      'Whether pages stay consistent if data changes between them: all are read from one snapshot, as long as the data service keeps it.',
  }),
}));

export interface PagingArgs {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
}

export interface SearchRequest {
  readonly query: QueryDsl;
  readonly stable_pagination?: true;
}

interface UpstreamAnswer<Item> {
  readonly items: readonly Item[];
  readonly total_count: number;
  readonly pagination_token?: string | null | undefined;
}

/** Sent without a filter: the interface does not say whether the query may be omitted. */
export const everything: QueryDsl = { match_all: {} };

interface Search<Item> {
  readonly scope: Pick<CredentialScope, 'warnings' | 'client'>;
  readonly filters: Filters;
  /** Identifies the search in cursors, so that cursors of other searches are refused. */
  readonly operation: Operation;
  /** The id of an item, if it has one: an item that came before is left out. */
  readonly idOf: (item: Item) => string | null | undefined;
}

/**
 * A page of search results, over as many upstream pages as needed. Free. Adds a warning if nothing was found and the
 * word for an origin, the case of a value, or the spelling of a website, may be the reason.
 */
export async function pagedSearch<Request extends SearchRequest, Item>(
  { scope, filters, operation, idOf }: Search<Item>,
  request: Request,
  { first, after, where }: PagingArgs & Pick<Filtering, 'where'>,
  search: (
    request: Request & { readonly limit: number; readonly pagination_token?: string },
  ) => Promise<UpstreamAnswer<Item>>,
): Promise<QueriedPage<Item>> {
  const found = await walk({
    operation: operation.name,
    walk: new PageWalk(operation),
    idOf,
    query: request,
    first: first ?? 20,
    after,
    fullPages: request.stable_pagination === true,
    fetchPage: async (token, limit) => {
      const page = await search({ ...request, limit, ...(token ? { pagination_token: token } : {}) });
      return { items: page.items, total: page.total_count, next: page.pagination_token ?? undefined };
    },
  });
  const count = async (query: QueryDsl): Promise<number> => (await search({ ...request, query, limit: 0 })).total_count;
  const warning =
    found.totalCount === 0 ? await filters.emptyWarning(where, request.query, scope.client.profile, count) : undefined;
  if (warning !== undefined) scope.warnings.add(warning);
  return { ...found, query: request.query, count };
}
