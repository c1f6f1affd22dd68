import { PageWalk } from '../../../client/page-walk.ts';
import type { Clause } from '../../../contract/clause.ts';
import type { Operation } from '../../../contract/operation/operation.ts';
import type { QueryDsl } from '../../../contract/operation/parts.ts';
import type { UpstreamProfile } from '../../../contract/upstream-profile.ts';
import { builder } from '../../schema/builder.ts';
import type { CredentialScope } from '../../scope/credential-scope.ts';
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
  readonly scope: Pick<CredentialScope, 'warnings' | 'client' | 'services'>;
  readonly filters: Filters;
  /** Identifies the search in cursors, so that cursors of other searches are refused. */
  readonly operation: Operation;
  /** The id of an item, if it has one: an item that came before is left out. */
  readonly idOf: (item: Item) => string | null | undefined;
}

/** A search that found nothing. */
export interface EmptySearch {
  /** The caller's typed conditions. */
  readonly where: Clause;
  readonly query: QueryDsl;
  readonly profile: UpstreamProfile | undefined;
  /** Counts the results of another query of the same search; free. */
  readonly count: (query: QueryDsl) => Promise<number>;
}

/** Says why a search found nothing. */
export class EmptySearches {
  readonly warning: (search: EmptySearch) => Promise<string | undefined>;

  constructor(warning: EmptySearches['warning']) {
    this.warning = warning;
  }
}

/**
 * A page of search results, over as many upstream pages as needed. Free. Adds a warning if nothing was found and a
 * feature can say why.
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
  const empty = found.totalCount === 0 ? scope.services.apis.find(EmptySearches) : undefined;
  const { profile } = scope.client;
  const warning = await empty?.warning({ where: filters.compile(where), query: request.query, profile, count });
  if (warning !== undefined) scope.warnings.add(warning);
  return { ...found, query: request.query, count };
}
