import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Client } from '../../client/client.ts';
import { Unauthenticated } from '../../client/errors.ts';

const mostKeys = 10_000;

/** How long a refused key is remembered, in milliseconds. */
const keepMs = 5_000;

/**
 * Keys that the upstream has refused lately, by their hashes. Who sends one is served as those without a key are; the
 * upstream is asked all the same, since it may accept the key by now.
 */
export class RefusedKeys {
  readonly #refused = new LRUCache<string, true>({ max: mostKeys, ttl: keepMs });

  /** Costs no hash while there are none. */
  has(apiKey: string): boolean {
    return this.#refused.size > 0 && this.#refused.has(hashOf(apiKey));
  }

  /** The client, whose answers say which keys are refused. */
  learningFrom(client: Client): Client {
    return {
      ...client,
      call: (operation, request, credential, options) => {
        const answer = client.call(operation, request, credential, options);
        answer.then(
          () => {
            if (this.#refused.size > 0) this.#refused.delete(hashOf(credential.apiKey));
          },
          (error: unknown) => {
            if (error instanceof Unauthenticated) this.#refused.set(hashOf(credential.apiKey), true);
          },
        );
        return answer;
      },
    };
  }
}

const hashOf = (apiKey: string): string => hash('sha256', apiKey, 'base64url');
