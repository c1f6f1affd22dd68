import type { SearchableKind } from '../../contract/catalogue.ts';
import { pageLimit } from '../../contract/limits.ts';
import type { Operation } from '../../contract/operation/operation.ts';
import type { ProfileSearchRequest, SearchAnswer } from '../../contract/operation/profiles.ts';
import type { ServiceContext } from '../context.ts';
import type { Call, Reply } from '../endpoint.ts';
import { type PagedRequest, type Position, pageToken, positionOf } from '../page-token.ts';
import { badRequest } from '../problem.ts';
import { parseQuery } from '../search/parse.ts';
import { shown } from '../shown.ts';
import { firstPage, laterPage, type Page } from '../snapshot.ts';

/**
 * A page of a search, of either kind. An unstable page goes on after the last id of the one before: no id comes twice,
 * and whatever matches throughout appears. Stable pages are read from one snapshot.
 */
export async function searchPage<Request extends ProfileSearchRequest>(
  kind: SearchableKind,
  operation: Operation<Request, SearchAnswer>,
  { request, caller }: Call<Request>,
  { store, secret, now }: ServiceContext,
): Promise<Reply<SearchAnswer>> {
  const { query, limit = pageLimit.default, stable_pagination: stable = false, pagination_token: token } = request;
  if (stable && request.limit !== pageLimit.maximum) {
    throw badRequest(
      `limit: must be ${pageLimit.maximum} when stable_pagination is true, but got ${shown(request.limit)}`,
    );
  }
  const tree = parseQuery(kind, query);
}
