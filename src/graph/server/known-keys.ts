import { hash } from 'node:crypto';
import { GraphQLError } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { CallListener } from '../../client/adapted-client.ts';
import type { Credential } from '../../client/call.ts';
import type { Client } from '../../client/client.ts';
import { CallError, Unauthenticated } from '../../client/errors.ts';
import { creditUsage } from '../../contract/operation/credits.ts';
import type { Operation } from '../../contract/operation/operation.ts';
import { addressId } from '../../http/limits/caller-id.ts';
import { LimitReached } from '../../http/limits/limit-reached.ts';
import { RateLimit } from '../../http/limits/rate-limit.ts';
import { explained } from '../errors.ts';
import { rateLimited } from '../operation/execution-limits.ts';
import type { KeyHolder, KnownCallers } from '../operation/known-caller.ts';

const maxKeys = 10_000;

/** How long a key counts as accepted after its last accepted call, in milliseconds. */
const ttlMs = 10 * 60_000;

/** Confirmations per minute: of one address, and of all addresses together. */
const perAddress = 30;
const perMinute = 300;

/**
 * Hashes of keys that the data service accepts: from a key's first accepted call until ten minutes after its last one,
 * or until a 401. Any other key has the narrow limits of callers without a key. Sessions are known by their seal.
 */
export class KnownKeys implements KnownCallers, CallListener {
  // Reads the clock once a second: with the default resolution of 1 ms, its timers cost more than the look-ups.
  readonly #known = new LRUCache<string, true>({ max: maxKeys, ttl: ttlMs, ttlResolution: 1000 });
  readonly #confirming = new Map<string, Promise<void>>();
  readonly #ofAddress = new RateLimit({ name: 'confirmations', perMinute: perAddress });
  readonly #ofAll = new RateLimit({ name: 'confirmations', perMinute });
  #client: Client | undefined;
  #onAccepted: (keyHash: string) => void = () => undefined;

  has({ apiKey, session }: KeyHolder): boolean {
    return apiKey !== undefined && (session !== undefined || this.#known.has(hashOf(apiKey)));
  }

  /** Called with the hash (`hashOf`) of each newly accepted key. */
  set onAccepted(listener: (keyHash: string) => void) {
    this.#onAccepted = listener;
  }

  /** The client by which keys are confirmed; it tells of its calls. */
  set client(client: Client) {
    this.#client = client;
  }

  answered(_: Operation, { apiKey }: Credential): void {
    const keyHash = hashOf(apiKey);
    const isNew = !this.#known.has(keyHash);
    this.#known.set(keyHash, true);
    if (isNew) this.#onAccepted(keyHash);
  }

  failed(error: unknown, { apiKey }: Credential): void {
    if (error instanceof Unauthenticated) this.#known.delete(hashOf(apiKey));
  }

  /**
   * Checks an unknown key by a free call. Concurrent checks of the same key share one call.
   *
   * @throws {GraphQLError} 401 for a refused key, 429 past the rate of confirmations, 503 if the data service gives no
   *   verdict
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
    if (!this.#client) throw new TypeError('Keys are confirmed through a client, but none is set.');
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
