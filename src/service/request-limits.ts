import type { ServerResponse } from 'node:http';
import { ConcurrencyLimit, type ConcurrencyOptions } from '../http/limits/concurrency-limit.ts';
import { type LimitRedis, RateLimit } from '../http/limits/rate-limit.ts';
import { AnonymousLimit } from './anonymous-limit.ts';

/** In a minute; undefined or 0: any number. */
export interface Rates {
  readonly requestsPerMinute: number | undefined;
  readonly anonymousPerMinute: number;
}

/**
 * What one key may take, requests at once and in a minute, and one address without an accepted key. Ours: the
 * specification shows no rate limits.
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

  /** Replaces the limits; a rate that stays keeps its count. */
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
   * Counts a request, and waits for its turn, which lasts until the response is closed. Answers the headers that say what
   * is left.
   *
   * @throws {LimitReached} for one too many, and for one whose turn did not come in time
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
