import type { Logger } from 'pino';
import type { Credential } from '../client/call.ts';
import type { Client } from '../client/client.ts';
import type { Audit } from '../telemetry/audit.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import type { GraphCache } from './cache/graph-cache.ts';
import type { KnownCallers } from './cache/known-caller.ts';
import type { Allowances } from './state/allowances/allowances.ts';
import type { ChildTeams } from './state/child-teams/child-teams.ts';
import type { Stored } from './state/people/personal-data.ts';
import type { Purses } from './state/purses/purses.ts';
import type { SessionCodes } from './state/sessions/session-codes.ts';
import type { SessionList } from './state/sessions/session-list.ts';
import type { SessionSeal } from './state/sessions/session-token.ts';
import type { StateStore } from './state/state-store.ts';
import type { StoredFeeds } from './subscriptions/stored-feeds.ts';
import type { SubscriptionQuota } from './subscriptions/subscription-quota.ts';

/** Services that a graph opens once, shared by all its operations, routes and features. */
export interface Services {
  readonly log: Logger;
  readonly audit: Audit | undefined;
  readonly metrics: Metrics | undefined;
  readonly tracing: Tracing | undefined;
  /** The upstream's only client. */
  readonly client: Client;
  readonly cache: GraphCache;
  readonly known: KnownCallers;
  readonly state: StateStore;
  /** Declarations of the personal data that the core and all features store. */
  readonly stored: Stored;
  /** Seals session tokens; has the clock by which they expire. */
  readonly seal: SessionSeal;
  readonly sessions: SessionList;
  readonly codes: SessionCodes;
  /** Credit limits that span operations. */
  readonly purses: Purses;
  readonly allowances: Allowances;
  readonly childTeams: ChildTeams;
  /** Open subscriptions by credential. */
  readonly quota: SubscriptionQuota;
  /** Subscriptions to stored values. */
  readonly feeds: StoredFeeds;
  /** APIs of features. */
  readonly apis: Apis;
  /** A namespace that graphs with the same secret and upstream share, and that others can't guess. */
  readonly space: string;
  /** The keyed hash under which data of an API key is stored. */
  ownerOf(apiKey: string): string;
  /** A keyed hash of a key and its team, for data per team. */
  credentialHash(credential: Credential): string;
  /** Resolves once all payments are settled. */
  close(): Promise<void>;
}

/** The class of an API, by which it is found. */
interface ApiClass<Api> {
  readonly name: string;
  readonly prototype: Api;
}

/** What features offer to routes, fields and other features, each by its class. */
export class Apis {
  readonly #apis = new Map<unknown, object>();

  /** @throws {TypeError} if one of the same class is offered already */
  add(...apis: readonly object[]): void {
    for (const api of apis) {
      const type = api.constructor;
      if (this.#apis.has(type)) throw new TypeError(`${type.name}: must be offered once, but is offered again.`);
      this.#apis.set(type, api);
    }
  }

  /** @throws {TypeError} if no open feature offers it */
  of<Api extends object>(type: ApiClass<Api>): Api {
    const api = this.find(type);
    if (!api) throw new TypeError(`${type.name}: must be offered by a feature, but none that is open does.`);
    return api;
  }

  /** Undefined if no open feature offers it. */
  find<Api extends object>(type: ApiClass<Api>): Api | undefined {
    // The key is the class of which the value is an instance.
    return this.#apis.get(type) as Api | undefined;
  }
}
