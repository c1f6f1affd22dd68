import { LRUCache } from 'lru-cache';
import { addressId, keyId } from '../http/limits/caller-id.ts';
import { LimitReached } from '../http/limits/limit-reached.ts';
import { type LimitRedis, RateLimit } from '../http/limits/rate-limit.ts';
import { Problem } from './problem.ts';

const maxKeys = 10_000;

/** How long an accepted key is remembered, in milliseconds. */
const acceptedMs = 60_000;

/** Who sends a request. */
interface Sender {
  /** Undefined if the request has no key. */
  readonly key: string | undefined;
  /** Undefined for loopback: a graph on this machine asks on behalf of all its callers, and has limits of its own. */
  readonly address: string | undefined;
}

/**
 * Rate limit per address for requests without an accepted key, each of which would cost the store a look-up. A key
 * accepted within the last minute is exempt, and a request whose key proves to be accepted is not counted.
 */
export class AnonymousLimit {
  readonly #accepted = new LRUCache<string, true>({ max: maxKeys, ttl: acceptedMs });
  #rate: RateLimit | undefined;
  #perMinute = 0;

  /** Replaces the limit; an unchanged limit keeps its counts. 0: unlimited. */
  replace(perMinute: number, redis: LimitRedis | undefined): void {
    if (perMinute === this.#perMinute) return;
    this.#perMinute = perMinute;
    this.#rate = perMinute === 0 ? undefined : new RateLimit({ name: 'address', perMinute, redis });
  }

  /**
   * Authenticates a request. A 401 `Problem` carries the rate limit headers.
   *
   * @param authenticate throws a 401 `Problem` if the key is not accepted; any other outcome means that it is
   * @throws a 429 `Problem`, before authentication, if the address is over its limit
   */
  async admit<Caller>({ key, address }: Sender, authenticate: () => Promise<Caller>): Promise<Caller> {
    if (!this.#rate || address === undefined) return authenticate();
    const id = key === undefined ? undefined : keyId(key);
    if (id !== undefined && this.#accepted.has(id)) return this.#known(id, authenticate);
    return this.#counted(this.#rate, addressId(address), id, authenticate);
  }

  async #known<Caller>(id: string, authenticate: () => Promise<Caller>): Promise<Caller> {
    try {
      const caller = await authenticate();
      this.#accept(id);
      return caller;
    } catch (error) {
      if (isRefusal(error)) this.#accepted.delete(id);
      throw error;
    }
  }

  async #counted<Caller>(
    rate: RateLimit,
    address: string,
    id: string | undefined,
    authenticate: () => Promise<Caller>,
  ): Promise<Caller> {
    const headers = await rate.take(address).catch((error: unknown) => {
      throw error instanceof LimitReached ? this.#tooMany(error) : error;
    });
    try {
      const caller = await authenticate();
      this.#accept(id);
      await rate.giveBack(address);
      return caller;
    } catch (error) {
      if (isRefusal(error)) throw new Problem(error.status, error.sentences, { ...error.headers, ...headers });
      // 403 and the like mean that the key itself is accepted; a store that does not answer proves nothing.
      if (error instanceof Problem) this.#accept(id);
      await rate.giveBack(address);
      throw error;
    }
  }

  #accept(id: string | undefined): void {
    if (id !== undefined) this.#accepted.set(id, true);
  }

  #tooMany({ retryAfterSeconds, headers }: LimitReached): Problem {
    const sentence =
      `x-api-key: must be an accepted API key, since one address may send at most ${this.#perMinute} requests a minute ` +
      `without, but got more; try again in ${retryAfterSeconds} s`;
    return new Problem(429, [sentence], headers);
  }
}

const isRefusal = (error: unknown): error is Problem => error instanceof Problem && error.status === 401;
