import { pageLimit } from '../../contract/limits.ts';
import { findRelationships } from '../../contract/operation/relationships.ts';
import { endpoint, JsonText } from '../endpoint.ts';
import { relationshipsOf } from '../network/relationships-of.ts';
import { networkOf } from '../network/scope.ts';
import { strongestFirst } from '../network/strongest.ts';
import { type PagedRequest, pageToken, positionOf } from '../page-token.ts';
import { parseQuery } from '../search/dsl/parse.ts';
import { firstPage, laterPage, listed } from '../snapshot.ts';

const everything = { match_all: {} };

/** POST /v3/relationships. Later pages are read from a snapshot of the ordered ids. */
export const relationships = endpoint(findRelationships, async ({ request, caller }, service) => {
  const { store, secret, now } = service;
  const { query = everything, pagination_token: token } = request;
  const moment = now();
  const tree = parseQuery('profile', query, moment);
  const paged: PagedRequest = {
    operation: findRelationships.name,
    teamId: caller.teamId,
    query,
    inNetworkOnly: true,
    stable: true,
  };
  const network = networkOf(caller.teamId);
  const size = { limit: request.limit ?? pageLimit.default, now: moment };
  const position = token === undefined ? undefined : positionOf(service, paged, token);
  const ordered = async () =>
    tree.kind === 'all'
      ? strongestFirst(network)
      : listed(await service.search.strongest({ kind: 'profile', tree, scope: caller }, network));
  const page =
    position?.snapshot === undefined
      ? await firstPage(store.db, await ordered(), {
          ...size,
          snapshotBytes: service.snapshotBytes,
          teamId: caller.teamId,
        })
      : await laterPage(store.db, position, size);
  const items = await relationshipsOf(store.db, page.ids, network);
  const next = page.next === undefined ? '' : `,"pagination_token":"${pageToken(secret, paged, page.next)}"`;
  const text = `{"items":[${items.join(',')}],"count":${items.length},"total_count":${page.total}${next}}`;
  return { status: 200, body: new JsonText(text) };
});
