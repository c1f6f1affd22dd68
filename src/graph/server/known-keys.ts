import { hash } from 'node:crypto';
import { GraphQLError } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Client } from '../../client/client.ts';
import { CallError, Unauthenticated } from '../../client/errors.ts';
import { creditUsage } from '../../contract/operation/credits.ts';
import { addressId } from '../../http/limits/caller-id.ts';
import { LimitReached } from '../../http/limits/limit-reached.ts';
import { RateLimit } from '../../http/limits/rate-limit.ts';
import { explained } from '../errors.ts';
import { rateLimited } from '../operation/execution-limits.ts';
import type { KeyHolder, KnownCallers } from '../operation/known-caller.ts';

const maxKeys = 10_000;

/** How long a key is known after its last accepted call, in milliseconds. */
const ttlMs = 10 * 60_000;

/** Confirmations in a minute: of one address, and of all together. */
const perAddress = 30;
const perMinute = 300;

/**
 * Keys that the data service accepts, by their hashes: from a key's first accepted call until ten minutes after its last one,
 * or until a 401. Callers with any other key have the narrow bounds of those without one. A session is known by its seal.
 */
export class KnownKeys implements KnownCallers {
  // It looks at the clock once a second: a timer for each millisecond, as by default, costs more than the look-ups.
  readonly #known = new LRUCache<string, true>({ max: maxKeys, ttl: ttlMs, ttlResolution: 1000 });
  readonly #confirming = new Map<string, Promise<void>>();
  readonly #ofAddress = new RateLimit({ name: 'confirmations', perMinute: perAddress });
  readonly #ofAll = new RateLimit({ name: 'confirmations', perMinute });
  #client: Client | undefined;
  #onAccepted: (keyHash: string) => void = () => undefined;

  has({ apiKey, session }: KeyHolder): boolean {
    return apiKey !== undefined && (session !== undefined || this.#known.has(hashOf(apiKey)));
  }

  /** Hears of each key that becomes known, by its hash (`hashOf`). */
  set onAccepted(listener: (keyHash: string) => void) {
    this.#onAccepted = listener;
  }

  /** The client, whose answers say which keys are accepted. */
  trackKeys(client: Client): Client {
    this.#client = {
      ...client,
      call: (operation, request, credential, options) => {
        const answer = client.call(operation, request, credential, options);
        answer.then(
          () => this.#accept(hashOf(credential.apiKey)),
          (error: unknown) => {
            if (error instanceof Unauthenticated) this.#known.delete(hashOf(credential.apiKey));
          },
        );
        return answer;
      },
    };
    return this.#client;
  }

  #accept(keyHash: string): void {
    const isNew = !this.#known.has(keyHash);
    this.#known.set(keyHash, true);
    if (isNew) this.#onAccepted(keyHash);
  }

  /**
   * Asks the data service, by a free call, whether it accepts a key that is not known. Those who ask for one key at the same
   * time wait for one call.
   *
   * @throws {GraphQLError} 401 for a key that it refuses, 429 after too many such questions, 503 where it does not answer
   */
  async confirm(apiKey: string, address: string): Promise<void> {
    const keyHash = hashOf(apiKey);
    if (this.#known.has(keyHash)) return;
    let confirming = this.#confirming.get(keyHash);
    if (!confirming) {
      confirming = this.#ask(apiKey, address).finally(() => this.#confirming.delete(keyHash));
      this.#confirming.set(keyHash, confirming);
    }
    await confirming;
  }

  async #ask(apiKey: string, address: string): Promise<void> {
    if (!this.#client) throw new TypeError('Keys are confirmed through the client that is tracked, but there is none.');
    try {
      await this.#ofAddress.take(addressId(address));
      await this.#ofAll.take('all');
      await this.#client.call(creditUsage, undefined, { apiKey, childTeamId: undefined });
    } catch (error) {
      throw refusalOf(error);
    }
  }
}

export const hashOf = (apiKey: string): string => hash('sha256', apiKey, 'base64url');

function refusalOf(error: unknown): unknown {
  if (error instanceof LimitReached) return rateLimited('rate', error);
  if (!(error instanceof CallError)) return error;
  const { code } = error;
  if (error instanceof Unauthenticated)
    return new GraphQLError(explained(error), { extensions: { code, http: { status: 401 } } });
  const sentence = 'The data service does not say at the moment whether it accepts the API key: try again in a moment.';
  return new GraphQLError(sentence, {
    extensions: { code, maybeCharged: false, http: { status: 503, headers: { 'retry-after': '1' } } },
  });
}
