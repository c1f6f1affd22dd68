import { createHmac } from 'node:crypto';
import { adaptedClient } from '../client/adapted-client.ts';
import type { Credential } from '../client/call.ts';
import { defaultBreaker } from '../client/circuit-breaker.ts';
import { type Call, createClient } from '../client/client.ts';
import { reasonOf } from '../telemetry/reason.ts';
import { GraphCache } from './cache/graph-cache.ts';
import type { OpenShared } from './cache/shared-cache.ts';
import type { ResolvedOptions } from './graph-options.ts';
import { KnownKeys } from './http/known-keys.ts';
import { Apis, type Services } from './services.ts';
import { Allowances } from './state/allowances/allowances.ts';
import { ChildTeams } from './state/child-teams/child-teams.ts';
import { openState } from './state/open-state.ts';
import type { Stored } from './state/people/personal-data.ts';
import { PurseStore } from './state/purses/purse-store.ts';
import { Purses } from './state/purses/purses.ts';
import { Seal } from './state/seal/seal.ts';
import type { Session } from './state/sessions/session.ts';
import { SessionCodes } from './state/sessions/session-codes.ts';
import { SessionList } from './state/sessions/session-list.ts';
import { SessionSeal } from './state/sessions/session-token.ts';
import { StoreEpoch } from './state/store-epoch.ts';
import { StoredFeeds } from './subscriptions/stored-feeds.ts';
import { SubscriptionQuota } from './subscriptions/subscription-quota.ts';

/**
 * Opens the client of the upstream, the state with what the core stores in it, and the cache.
 *
 * @throws {import('./state/store-unavailable.ts').StoreUnavailable} if the store cannot be opened
 */
export async function openServices(
  options: ResolvedOptions,
  { stored, claims, openShared, measured }: FromFeatures,
): Promise<Services> {
  const { log, audit, redisUrl, secret, identitySecret, acceptedSecret, clock, names } = options;
  const { metrics, tracing } = options.telemetry ?? {};
  const { database, tracking, breaker = defaultBreaker, upstreamTimeoutMs } = options;
  const { cache: cacheOptions, keep } = options.credits;
  const now = () => clock.now();
  const ownerOf = (apiKey: string) => cache.ownerOf(apiKey);
  const onTrouble = (error: unknown) => {
    log.warn({ reason: reasonOf(error) }, 'The store of the graph failed.');
  };

  const seal = new Seal({ secret, accepted: acceptedSecret, identity: identitySecret });
  const state = await openState({ redisUrl, seal, families: stored.families, database, now, log });
  const epoch = await StoreEpoch.open(state);
  const sessions = await SessionList.open(state, now, options.sessions.most);
  const allowances = await Allowances.open(state, ownerOf, now, onTrouble);
  const purses = new Purses(await PurseStore.open({ state, now, onTrouble }), onTrouble);
  const childTeams = new ChildTeams(state, ownerOf, onTrouble);

  const upstream = createClient({
    baseUrl: options.upstreamUrl,
    ...(upstreamTimeoutMs !== undefined && { timeoutMs: upstreamTimeoutMs }),
    connections: options.upstreamConnections,
    headers: options.upstreamHeaders,
    mayUseProxy: options.mayUseProxy,
    names,
    profile: options.profile,
    chargesOncePerKey: options.chargesOncePerKey,
    onWordMismatch: (word, shownBy) => log.error(`${wordsToSet(word)}: the data service’s answers have ${shownBy}.`),
    breaker: breaker === 'off' ? undefined : breaker,
  });
  const shared = await openShared({
    redisUrl,
    database: options.keptDatabase,
    cache: cacheOptions,
    keep,
    client: upstream,
    identitySecret,
    seal,
    log,
  });
  const cache = new GraphCache(upstream.baseUrl, cacheOptions, identitySecret, shared);
  const client = adaptedClient(upstream, {
    measured,
    listeners: [childTeams, allowances, cache.verdicts],
    now: cacheOptions.now,
  });
  const known = new KnownKeys(client, cache.verdicts);
  const { revoked } = sessions;
  const quota = new SubscriptionQuota(tracking.subscriptionsPerKey);
  return {
    ...{ log, audit, metrics, tracing, client, cache, known, state, stored },
    seal: new SessionSeal({ seal, upstreamUrl: client.baseUrl, clock, revoked, epoch, claims }),
    space: createHmac('sha256', identitySecret).update(`rates of ${client.baseUrl}`).digest('base64url'),
    codes: new SessionCodes(state, now),
    ...{ sessions, purses, allowances, childTeams, ownerOf },
    credentialHash: (credential) => hashCredential(tracking.secret, client.baseUrl, credential),
    quota,
    feeds: new StoredFeeds(quota),
    apis: new Apis(),
    async close() {
      await client.close();
      await purses.close();
      epoch.close();
      await state.close();
      await cache.close();
    },
  };
}

/** The setting that matches the data service's word for the network. */
export const wordsToSet = (words: string): string => `KITH_UPSTREAM_NAMES must say ${words}`;

/**
 * The HMAC that identifies a credential in the store. It is keyed, so that API keys cannot be guessed from the store
 * alone; replicas with the same secret compute the same value.
 */
export const hashCredential = (secret: string, upstreamUrl: string, { apiKey, childTeamId }: Credential): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify([upstreamUrl, apiKey, childTeamId ?? null]))
    .digest('base64url');

/** What features declare before any of them is opened. */
interface FromFeatures {
  readonly stored: Stored;
  /** Members of a session that features honour. */
  readonly claims: readonly (keyof Session)[];
  readonly openShared: OpenShared;
  readonly measured?: ((call: Call) => Call) | undefined;
}
