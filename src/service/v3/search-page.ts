import type { SearchableKind } from '../../contract/catalogue.ts';
import { pageLimit } from '../../contract/limits.ts';
import type { Operation } from '../../contract/operation/operation.ts';
import type { ProfileSearchRequest, SearchAnswer } from '../../contract/operation/profiles.ts';
import type { ServiceContext } from '../context.ts';
import type { Call } from '../endpoint.ts';
import { type PagedRequest, pageToken, positionOf } from '../page-token.ts';
import { badRequest } from '../problem.ts';
import { parseQuery } from '../search/dsl/parse.ts';
import type { Search } from '../search/engine.ts';
import { shown } from '../shown.ts';

/** A search request of either version. */
type SearchRequest = { readonly [Member in keyof ProfileSearchRequest]: ProfileSearchRequest[Member] | undefined } & {
  readonly query: ProfileSearchRequest['query'];
};

/**
 * A page of a search of profiles or companies. An unstable page continues after the last id of the page before, so that
 * no id repeats, and records that match throughout all appear. Stable pages are read from a snapshot.
 */
export async function searchPage(
  kind: SearchableKind,
  operation: Pick<Operation, 'name'>,
  { request, caller }: Pick<Call<SearchRequest>, 'request' | 'caller'>,
  { search: engine, secret, acceptedSecret, now }: ServiceContext,
): Promise<SearchAnswer> {
  const { query, limit = pageLimit.default, stable_pagination: stable = false, pagination_token: token } = request;
  if (stable && request.limit !== pageLimit.maximum) {
    throw badRequest(
      `limit: must be ${pageLimit.maximum} when stable_pagination is true, but got ${shown(request.limit)}`,
    );
  }
  const inNetworkOnly = request.in_network_only ?? false;
  const moment = now();
  const search: Search = { kind, tree: parseQuery(kind, query, moment), scope: caller, inNetworkOnly };
  const paged: PagedRequest = { operation: operation.name, teamId: caller.teamId, query, inNetworkOnly, stable };
  const position = token === undefined ? undefined : positionOf({ secret, acceptedSecret }, paged, token);

  const pageAfter = async (after: string | undefined) => {
    // One id more than requested shows whether there is a next page.
    const { ids, total } = await engine.page(search, { limit: limit && limit + 1, afterId: after });
    const last = ids.length > limit ? ids[limit - 1] : undefined;
    return { ids: ids.slice(0, limit), total, next: last === undefined ? undefined : { after: last } };
  };
  const page =
    stable || position?.snapshot !== undefined
      ? await engine.stable(search, position?.snapshot === undefined ? undefined : position, { limit, now: moment })
      : await pageAfter(position?.after);
  return {
    ids: [...page.ids],
    total_count: page.total,
    ...(page.next && { pagination_token: pageToken(secret, paged, page.next) }),
  };
}
