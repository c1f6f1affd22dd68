import type { Credential } from '../../../../client/call.ts';
import type { Client } from '../../../../client/client.ts';
import { findRelationships } from '../../../../contract/operation/relationships.ts';
import type { Tracing } from '../../../../telemetry/tracing.ts';
import type { SubscriptionQuota } from '../../../subscriptions/subscription-quota.ts';
import type { PollingOptions } from '../polling-options.ts';
import { ConnectorPoller, type ConnectorsSeen } from './connector-poller.ts';

interface Options {
  readonly client: Client;
  readonly polling: PollingOptions;
  readonly quota: SubscriptionQuota;
  readonly ownerOf: (credential: Credential) => string;
  /** Present if each poll is traced. */
  readonly tracing: Tracing | undefined;
}

/** Pollers, one for each credential and list of connectors, shared by its subscribers. */
export class ConnectorPollers {
  readonly #options: Options;
  readonly #pollers = new Map<string, ConnectorPoller>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** @throws a TOO_MANY_SUBSCRIPTIONS error at the limit of the credential */
  follow(usernames: readonly string[], credential: Credential): AsyncIterableIterator<ConnectorsSeen> {
    const { quota, ownerOf } = this.#options;
    const owner = ownerOf(credential);
    quota.take(owner);
    return this.#pollerOf(owner, usernames, credential).follow();
  }

  /** Ends every subscription, as the process is about to stop. */
  close(error: Error): void {
    for (const poller of this.#pollers.values()) poller.fail(error);
  }

  #pollerOf(owner: string, usernames: readonly string[], credential: Credential): ConnectorPoller {
    const { client, polling, quota, tracing } = this.#options;
    const name = JSON.stringify([owner, usernames]);
    const known = this.#pollers.get(name);
    if (known) return known;
    const poller = new ConnectorPoller({
      usernames,
      ask: (request, span, signal) => client.call(findRelationships, request, credential, { span, signal }),
      traced: (poll) => (tracing ? tracing.traced('poll connectors', poll) : poll()),
      polling,
      now: Date.now,
      random: Math.random,
      onUnsubscribed: () => quota.release(owner),
      onStop: () => this.#pollers.delete(name),
    });
    this.#pollers.set(name, poller);
    return poller;
  }
}
