import type { ServerResponse } from 'node:http';
import { ConcurrencyLimit, type ConcurrencyOptions } from '../limits/concurrency-limit.ts';
import { type LimitRedis, RateLimit } from '../limits/rate-limit.ts';

/** What one key may take: requests at once, and in a minute. Ours: the specification shows no rate limits. */
export class RequestLimits {
  readonly #concurrency: ConcurrencyLimit;
  #rate: RateLimit | undefined;
  #perMinute: number | undefined;

  constructor(concurrency: ConcurrencyOptions, perMinute: number | undefined, redis: LimitRedis | undefined) {
    this.#concurrency = new ConcurrencyLimit(concurrency);
    this.#setRate(perMinute, redis);
  }

  /** Replaces the limits; a rate that stays keeps its count. */
  replace(concurrency: ConcurrencyOptions, perMinute: number | undefined, redis: LimitRedis | undefined): void {
    this.#concurrency.replace(concurrency);
    if (perMinute !== this.#perMinute) this.#setRate(perMinute, redis);
  }

  #setRate(perMinute: number | undefined, redis: LimitRedis | undefined): void {
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
