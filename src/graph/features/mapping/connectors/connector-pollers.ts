import type { Credential } from '../../../../client/call.ts';
import { findRelationships } from '../../../../contract/operation/relationships.ts';
import type { Services } from '../../../services.ts';
import type { PollingOptions } from '../polling-options.ts';
import { ConnectorPoller, type ConnectorsSeen } from './connector-poller.ts';

/** Pollers, one for each credential and list of connectors, shared by its subscribers. */
export class ConnectorPollers {
  readonly #services: Services;
  readonly #polling: PollingOptions;
  readonly #pollers = new Map<string, ConnectorPoller>();

  constructor(services: Services, polling: PollingOptions) {
    this.#services = services;
    this.#polling = polling;
  }

  /** @throws a TOO_MANY_SUBSCRIPTIONS error at the limit of the credential */
  follow(usernames: readonly string[], credential: Credential): AsyncIterableIterator<ConnectorsSeen> {
    const owner = this.#services.credentialHash(credential);
    this.#services.quota.take(owner);
    return this.#pollerOf(owner, usernames, credential).follow();
  }

  /** Ends every subscription, as the process is about to stop. */
  close(error: Error): void {
    for (const poller of this.#pollers.values()) poller.fail(error);
  }

  #pollerOf(owner: string, usernames: readonly string[], credential: Credential): ConnectorPoller {
    const { client, quota, tracing } = this.#services;
    const name = JSON.stringify([owner, usernames]);
    const known = this.#pollers.get(name);
    if (known) return known;
    const poller = new ConnectorPoller({
      usernames,
      ask: (request, span, signal) => client.call(findRelationships, request, credential, { span, signal }),
      traced: (poll) => (tracing ? tracing.traced('poll connectors', poll) : poll()),
      polling: this.#polling,
      onUnsubscribed: () => quota.release(owner),
      onStop: () => this.#pollers.delete(name),
    });
    this.#pollers.set(name, poller);
    return poller;
  }
}
