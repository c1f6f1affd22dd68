import type { Client, Credential } from '../../../client/client.ts';
import { findRelationships } from '../../../contract/operation/relationships.ts';
import type { PollingOptions } from '../polling-options.ts';
import type { SubscriptionQuota } from '../subscription-quota.ts';
import { type ConnectorsSeen, ConnectorWatch } from './watch.ts';

interface Options {
  readonly client: Client;
  readonly pace: PollingOptions;
  readonly places: SubscriptionQuota;
  readonly ownerOf: (credential: Credential) => string;
}

/** One watch for a credential and the connectors that are followed, whoever subscribes. */
export class ConnectorWatches {
  readonly #options: Options;
  readonly #watches = new Map<string, ConnectorWatch>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** @throws a TOO_MANY_SUBSCRIPTIONS error when the credential has as many subscriptions as it may */
  follow(usernames: readonly string[], credential: Credential): AsyncIterableIterator<ConnectorsSeen> {
    const { places, ownerOf } = this.#options;
    const owner = ownerOf(credential);
    places.take(owner);
    return this.#watchOf(owner, usernames, credential).follow(() => places.giveBack(owner));
  }

  /** Ends every subscription, as the process is about to stop. */
  close(error: Error): void {
    for (const watch of this.#watches.values()) watch.fail(error);
  }

  #watchOf(owner: string, usernames: readonly string[], credential: Credential): ConnectorWatch {
    const { client, pace } = this.#options;
    const name = JSON.stringify([owner, usernames]);
    const known = this.#watches.get(name);
    if (known) return known;
    const watch = new ConnectorWatch({
      usernames,
      ask: (request) => client.call(findRelationships, request, credential),
      pace,
      onStop: () => this.#watches.delete(name),
    });
    this.#watches.set(name, watch);
    return watch;
  }
}
