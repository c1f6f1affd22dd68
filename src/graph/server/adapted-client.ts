import type { Client } from '../../client/client.ts';
import { BadUpstreamRequest, CallError, isPriced } from '../../client/errors.ts';
import { isObject } from '../../contract/json.ts';
import type { Operation } from '../../contract/operation/operation.ts';
import { findRelationships } from '../../contract/operation/relationships.ts';
import { tooLongStatuses } from '../../contract/upstream-profile.ts';
import { queryRenaming } from '../../contract/wire-names.ts';

/**
 * A client that adapts to its upstream. If a gateway refuses a free page as too long, it is requested again at half the
 * length, which then bounds later pages. With a profile, pages are at most as long as it says, `relationships` always
 * has a query, and a query by a path that the upstream does not index fails before it is sent, instead of finding
 * nothing.
 */
export function adaptedClient(client: Client): Client {
  const { profile } = client;
  const longest = new Map<string, number>();
  const unindexed = new Set(profile?.unindexed);
  const pageOf = ({ name }: Operation): number =>
    longest.get(name) ??
    (name === findRelationships.name ? profile?.longestPage.relationships : profile?.longestPage.search) ??
    Infinity;

  return {
    ...client,
    async call(operation, request, credential, options) {
      if (isPriced(operation) || !isObject(request)) return client.call(operation, request, credential, options);
      const path = unindexed.size > 0 ? unindexedIn(request.query, unindexed) : undefined;
      if (path !== undefined)
        throw new BadUpstreamRequest(
          { operation, sent: false, requestId: options?.requestId },
          `the data service does not search by ${path}, as its profile says`,
        );
      let sent = request;
      if (profile && operation.name === findRelationships.name && !isObject(request.query))
        sent = { ...request, query: { match_all: {} } };
      for (;;) {
        const { limit } = request;
        const page = pageOf(operation);
        // Pages with stable pagination are always a thousand long.
        const isFree = typeof limit === 'number' && request.stable_pagination !== true;
        if (isFree && limit > page) sent = { ...sent, limit: page };
        try {
          return await client.call(operation, sent, credential, options);
        } catch (error) {
          const asked = typeof sent.limit === 'number' ? sent.limit : 0;
          const canHalve = isFree && asked > 1 && sent.pagination_token === undefined;
          if (!canHalve || !(error instanceof CallError) || !tooLongStatuses.includes(error.status ?? 0)) throw error;
          longest.set(operation.name, Math.floor(asked / 2));
        }
      }
    },
  };
}

/** The first path in a query that is one of `paths`. */
function unindexedIn(query: unknown, paths: ReadonlySet<string>): string | undefined {
  let found: string | undefined;
  const look = queryRenaming((name) => {
    const path = name.replace(/\^.*/, '');
    if (paths.has(path)) found ??= path;
    return name;
  });
  look(query);
  return found;
}
