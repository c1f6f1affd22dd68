import { LRUCache } from 'lru-cache';
import { addressId, keyId } from '../http/limits/caller-id.ts';
import { LimitReached } from '../http/limits/limit-reached.ts';
import { type LimitRedis, RateLimit } from '../http/limits/rate-limit.ts';
import { Problem } from './problem.ts';

const maxKeys = 10_000;

/** How long a key that was accepted is known to be, in milliseconds. */
const acceptedMs = 60_000;

/** Who sends a request. */
interface Sender {
  /** Absent: no key came. */
  readonly key: string | undefined;
  /** Absent: this machine's own, where a graph asks for all its callers and has limits of its own. */
  readonly address: string | undefined;
}

/**
 * Rate limit by address for requests without an accepted key, each of which would cost the store a look-up. A key that
 * was accepted lately is looked up whatever else comes from its address; one that turns out to be accepted is not counted.
 */
export class AnonymousLimit {
  readonly #accepted = new LRUCache<string, true>({ max: maxKeys, ttl: acceptedMs });
  #rate: RateLimit | undefined;
  #perMinute = 0;

  /** Replaces the limit; one that stays keeps its count. 0: any number. */
  replace(perMinute: number, redis: LimitRedis | undefined): void {
    if (perMinute === this.#perMinute) return;
    this.#perMinute = perMinute;
    this.#rate = perMinute === 0 ? undefined : new RateLimit({ name: 'address', perMinute, redis });
  }

  /**
   * Authenticates a request. A 401 `Problem` says what is left.
   *
   * @param authenticate throws a 401 `Problem` where the key is not accepted; any other outcome means that it is
   * @throws a 429 `Problem` for one too many, before it is authenticated
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
      // A key that may not do this is accepted; where the store does not answer, nobody knows.
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
