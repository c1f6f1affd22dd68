import { isObject } from '../contract/json.ts';
import type { Operation } from '../contract/operation/operation.ts';
import { findRelationships } from '../contract/operation/relationships.ts';
import { tooLongStatuses, type UpstreamProfile } from '../contract/upstream-profile.ts';
import { queryRenaming } from '../contract/wire-names.ts';
import type { Credential } from './call.ts';
import type { Call, Client } from './client.ts';
import { BadUpstreamRequest, CallError, isPriced } from './errors.ts';
import { withAccents } from './folded-names.ts';
import { withFallback } from './query-fallback.ts';
import { byAccounts, byUsernames } from './slug-paths.ts';

/** Is told how each call has ended, before its caller is. */
export interface CallListener {
  /** The time at which a call begins, by the listener's clock. */
  begins?(): number;
  /** @param began what `begins` returned, or 0 */
  answered(operation: Operation, credential: Credential, began: number): void;
  failed?(error: unknown, credential: Credential, operation: Operation): void;
}

interface Adaptations {
  /** Measures what is sent, calls that an adaptation repeats included. */
  readonly measured?: ((call: Call) => Call) | undefined;
  /** Told of each call whose page fits, in this order. */
  readonly listeners?: readonly CallListener[];
}

/**
 * A client that adapts to its upstream: to the length of pages and to the queries that it takes, and to whether it
 * searches names without accents, and slugs in accounts or in a list. Nothing else wraps a client.
 */
export function adaptedClient(client: Client, { measured = (call) => call, listeners = [] }: Adaptations = {}): Client {
  const fitting = withFittingPages(measured(client.call), client.profile);
  const fallbacks = [withAccents, byUsernames, byAccounts];
  return { ...client, call: fallbacks.reduce(withFallback, withListeners(fitting, listeners)) };
}

const withListeners =
  (call: Call, listeners: readonly CallListener[]): Call =>
  (operation, request, credential, options) => {
    const began = listeners.map((listener) => listener.begins?.() ?? 0);
    const answer = call(operation, request, credential, options);
    answer.then(
      () => {
        for (const [at, listener] of listeners.entries()) listener.answered(operation, credential, began[at] ?? 0);
      },
      (error: unknown) => {
        for (const listener of listeners) listener.failed?.(error, credential, operation);
      },
    );
    return answer;
  };

/**
 * If a gateway refuses a free page as too long, it is requested again at half the length, which then bounds later
 * pages. With a profile, pages are at most as long as it says, `relationships` always has a query, and a query by a
 * path that the upstream does not index fails before it is sent, instead of finding nothing.
 */
function withFittingPages(call: Call, profile: UpstreamProfile | undefined): Call {
  const longest = new Map<string, number>();
  const unindexed = new Set(profile?.unindexed);
  const pageOf = ({ name }: Operation): number =>
    longest.get(name) ??
    (name === findRelationships.name ? profile?.longestPage.relationships : profile?.longestPage.search) ??
    Infinity;

  return async (operation, request, credential, options) => {
    if (isPriced(operation) || !isObject(request)) return call(operation, request, credential, options);
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
        return await call(operation, sent, credential, options);
      } catch (error) {
        const asked = typeof sent.limit === 'number' ? sent.limit : 0;
        const canHalve = isFree && asked > 1 && sent.pagination_token === undefined;
        if (!canHalve || !(error instanceof CallError) || !tooLongStatuses.includes(error.status ?? 0)) throw error;
        longest.set(operation.name, Math.floor(asked / 2));
      }
    }
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
