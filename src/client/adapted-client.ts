import { accountsPath, usernamesPath } from '../contract/catalogue.ts';
import { isObject } from '../contract/json.ts';
import type { Operation } from '../contract/operation/operation.ts';
import { findRelationships } from '../contract/operation/relationships.ts';
import { tooLongStatuses, type UpstreamProfile } from '../contract/upstream-profile.ts';
import { queryRenaming } from '../contract/wire-names.ts';
import type { Answered, Credential } from './call.ts';
import type { Call, Client } from './client.ts';
import { BadUpstreamRequest, CallError, isPriced } from './errors.ts';
import { Facts } from './facts.ts';
import { withAccents } from './folded-names.ts';
import { neutralSearch } from './neutral-search.ts';
import { withFallback } from './query-fallback.ts';
import { byAccounts, byUsernames } from './slug-paths.ts';

/** Listens to the results of calls, before their callers get them. */
export interface CallListener {
  /** @param began when the call began, by the clock of the adaptations */
  answered(operation: Operation, credential: Credential, began: number, answer: Answered<unknown>): void;
  failed?(error: unknown, credential: Credential, operation: Operation): void;
}

interface Adaptations {
  /** Wraps each call that is sent, including repetitions by an adaptation, to measure it. */
  readonly measured?: ((call: Call) => Call) | undefined;
  /** Called for each call whose page fits, in this order. */
  readonly listeners?: readonly CallListener[];
  /** Tells listeners when calls began. */
  readonly now?: () => number;
}

/**
 * The only wrapper of a client, which adapts to its upstream: to its maximum page length, and to whether it can search
 * names without accents, and slugs in accounts or in a list.
 *
 * @example
 * const client = adaptedClient(createClient({ baseUrl }), { listeners: [knownKeys] });
 */
export function adaptedClient(
  client: Client,
  { measured = (call) => call, listeners = [], now = () => performance.now() }: Adaptations = {},
): Client {
  const fitting = withFittingPages(measured(client.call), client.profile);
  const unindexed = new Set(client.profile?.unindexed);
  const fallbacks = [
    withAccents,
    { ...byUsernames, isKnown: unindexed.has(accountsPath) },
    { ...byAccounts, isKnown: unindexed.has(usernamesPath) },
  ];
  return { ...client, call: fallbacks.reduce(withFallback, withListeners(fitting, listeners, now)) };
}

const withListeners =
  (call: Call, listeners: readonly CallListener[], now: () => number): Call =>
  (operation, request, credential, options) => {
    const began = now();
    const answer = call(operation, request, credential, options);
    answer.then(
      (answered) => {
        for (const listener of listeners) listener.answered(operation, credential, began, answered);
      },
      (error: unknown) => {
        for (const listener of listeners) listener.failed?.(error, credential, operation);
      },
    );
    return answer;
  };

/**
 * With a profile, pages are at most as long as it says, `relationships` always has a query, and a query by a path that the
 * upstream does not index fails before it is sent, instead of finding nothing. If a gateway seems to refuse a free page as
 * too long, the client asks by requests of its own whether that is so (`longestPage`), and requests shorter pages then.
 */
function withFittingPages(call: Call, profile: UpstreamProfile | undefined): Call {
  const longest = new Facts<number>();
  const unindexed = new Set(profile?.unindexed);

  const fitting: Call = async (operation, request, credential, options) => {
    if (!isObject(request)) return call(operation, request, credential, options);
    const path = unindexed.size > 0 ? unindexedIn(request.query, unindexed) : undefined;
    if (path !== undefined)
      throw new BadUpstreamRequest(
        { operation, sent: false, requestId: options?.requestId },
        `the data service does not search by ${path}, as its profile says`,
      );
    const isOfNetwork = operation.name === findRelationships.name;
    let sent = request;
    if (profile && isOfNetwork && !isObject(request.query)) sent = { ...request, query: { match_all: {} } };
    const { limit } = request;
    // Pages with stable pagination are always a thousand long.
    if (typeof limit !== 'number' || request.stable_pagination === true)
      return call(operation, sent, credential, options);
    // By key, since the size of answers depends on its data.
    const fact = `${operation.name} ${credential.apiKey}`;
    const known = longest.get(fact) ?? (isOfNetwork ? profile?.longestPage.relationships : profile?.longestPage.search);
    if (known !== undefined && limit > known) sent = { ...sent, limit: known };
    let isAsked = false;
    for (;;) {
      try {
        return await call(operation, sent, credential, options);
      } catch (error) {
        const asked = typeof sent.limit === 'number' ? sent.limit : 0;
        if (!isTooLong(error) || asked < 2 || sent.pagination_token !== undefined) throw error;
        let page: number | undefined = Math.floor(asked / 2);
        if (!isAsked) {
          isAsked = true;
          page = await longestPage(longest, fact, asked, (most) =>
            neutralSearch(call, operation, credential, { query: { match_all: {} }, limit: most }),
          );
        }
        if (page === undefined) throw error;
        sent = { ...sent, limit: page };
      }
    }
  };
  return (operation, request, credential, options) =>
    (isPriced(operation) ? call : fitting)(operation, request, credential, options);
}

const isTooLong = (error: unknown): boolean =>
  error instanceof CallError && tooLongStatuses.includes(error.status ?? 0);

/**
 * The longest page up to `asked` that a gateway lets through; undefined if it fails for another reason. A length counts
 * as too long only if a short page is answered meanwhile and the length fails twice: an outage says nothing of lengths.
 */
async function longestPage(
  facts: Facts<number>,
  fact: string,
  asked: number,
  search: (limit: number) => Promise<unknown>,
): Promise<number | undefined> {
  const passes = (limit: number): Promise<boolean> =>
    search(limit).then(
      () => true,
      (error: unknown) => {
        if (isTooLong(error)) return false;
        throw error;
      },
    );
  let passing: number | undefined;
  const find = async (): Promise<number | undefined> => {
    if (!(await passes(1))) return undefined;
    passing = 1;
    for (let limit = asked; limit > 1; limit = Math.floor(limit / 2)) {
      if (!(await passes(limit))) continue;
      passing = limit;
      break;
    }
    // A fault of the moment has passed.
    return passing < asked && !(await passes(Math.min(asked, 2 * passing + 1))) ? passing : undefined;
  };
  const page = await facts.ask(fact, find).catch(() => undefined);
  return page ?? passing;
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
