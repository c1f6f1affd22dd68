import type { ServerResponse } from 'node:http';
import { ConcurrencyLimit, type ConcurrencyOptions } from '../http/limits/concurrency-limit.ts';
import { type LimitRedis, RateLimit } from '../http/limits/rate-limit.ts';
import { AnonymousLimit } from './anonymous-limit.ts';

/** Per minute; undefined or 0: unlimited. */
export interface Rates {
  readonly requestsPerMinute: number | undefined;
  readonly anonymousPerMinute: number;
}

/**
 * Limits of one key, in concurrency and rate, and of one address without an accepted key. Ours: the specification shows
 * no rate limits.
 */
export class RequestLimits {
  readonly anonymous = new AnonymousLimit();
  readonly #concurrency: ConcurrencyLimit;
  #rate: RateLimit | undefined;
  #perMinute: number | undefined;

  constructor(concurrency: ConcurrencyOptions, rates: Rates, redis: LimitRedis | undefined) {
    this.#concurrency = new ConcurrencyLimit(concurrency);
    this.#setRates(rates, redis);
  }

  /** Replaces the limits; an unchanged rate keeps its counts. */
  replace(concurrency: ConcurrencyOptions, rates: Rates, redis: LimitRedis | undefined): void {
    this.#concurrency.replace(concurrency);
    this.#setRates(rates, redis);
  }

  #setRates({ requestsPerMinute: perMinute, anonymousPerMinute }: Rates, redis: LimitRedis | undefined): void {
    this.anonymous.replace(anonymousPerMinute, redis);
    if (perMinute === this.#perMinute) return;
    this.#perMinute = perMinute;
    this.#rate = perMinute === undefined ? undefined : new RateLimit({ name: 'key', perMinute, redis });
  }

  /**
   * Counts a request and waits for a concurrency slot, held until the response closes. Returns the rate limit headers.
   *
   * @throws {LimitReached} if the rate is exceeded, or no slot became free in time
   */
  async enter(keyId: string, response: ServerResponse): Promise<Readonly<Record<string, string>>> {
    const headers = await this.#rate?.take(keyId);
    const turn = this.#concurrency.enter(keyId);
    if (turn) await turn;
    if (response.closed) this.#concurrency.leave(keyId);
    else response.once('close', () => this.#concurrency.leave(keyId));
    return headers ?? {};
  }
}
