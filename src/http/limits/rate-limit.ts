import type { Redis } from 'ioredis';
import type { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { LimitReached } from './limit-reached.ts';

export interface RateLimitOptions {
  /** Name of the counter, separate from others. Shown in headers. */
  readonly name: string;
  readonly perMinute: number;
  /** Redis in which processes share counts; without it, each process counts separately. */
  readonly redis?: LimitRedis | undefined;
}

/** Limits requests per caller and minute. The minute starts with a caller's first request. */
export class RateLimit {
  readonly #name: string;
  readonly #perMinute: number;
  readonly #redis: LimitRedis | undefined;
  #limiter: Promise<RateLimiterMemory | RateLimiterRedis> | undefined;

  constructor({ name, perMinute, redis }: RateLimitOptions) {
    this.#name = name;
    this.#perMinute = perMinute;
    this.#redis = redis;
  }

  async #open(): Promise<RateLimiterMemory | RateLimiterRedis> {
    const redis = this.#redis;
    // Imported on first use, which few graphs reach: loading it takes a fiftieth of the start.
    const { RateLimiterMemory, RateLimiterRedis } = await import('rate-limiter-flexible');
    const keyPrefix = `kith:rate:${redis?.space ?? ''}:${this.#name}`;
    const counted = { keyPrefix, points: this.#perMinute, duration: 60 };
    const memory = new RateLimiterMemory(counted);
    if (!redis) return memory;
    return new RateLimiterRedis({
      ...counted,
      storeClient: redis.client,
      rejectIfRedisNotReady: true,
      insuranceLimiter: memory,
      // Refuse callers above the limit without asking Redis again.
      inMemoryBlockOnConsumed: this.#perMinute,
    });
  }

  /**
   * Counts a request. Resolves with headers that show what is left.
   *
   * @throws {LimitReached} if the limit is exceeded
   */
  async take(caller: string): Promise<Readonly<Record<string, string>>> {
    this.#limiter ??= this.#open();
    const limiter = await this.#limiter;
    try {
      return this.#headers(await limiter.consume(caller));
    } catch (refusal) {
      if (!isCount(refusal)) throw refusal;
      const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
      const sentence = `At most ${this.#perMinute} requests a minute are accepted, but got more; try again in ${seconds} s.`;
      throw new LimitReached(sentence, seconds, this.#headers(refusal));
    }
  }

  /** Takes back the count of a request that should not have been counted. */
  async giveBack(caller: string): Promise<void> {
    const limiter = await this.#limiter;
    await limiter?.reward(caller);
  }

  #headers({ remainingPoints, msBeforeNext }: RateLimiterRes): Readonly<Record<string, string>> {
    return {
      'ratelimit-policy': `"${this.#name}";q=${this.#perMinute};w=60`,
      ratelimit: `"${this.#name}";r=${Math.max(0, remainingPoints)};t=${Math.ceil(msBeforeNext / 1000)}`,
    };
  }
}

/** Whether a rejection means that the limit is exceeded; anything else is an error. */
const isCount = (refusal: unknown): refusal is RateLimiterRes =>
  typeof refusal === 'object' && refusal !== null && 'msBeforeNext' in refusal;

/** A Redis with shared counts. With a short timeout: while it does not answer, each process counts separately. */
export class LimitRedis {
  readonly client: Redis;
  readonly space: string;

  private constructor(client: Redis, space: string) {
    this.client = client;
    this.space = space;
  }

  /**
   * Never rejects: a Redis that does not answer is used once it does.
   *
   * @param space prefix shared by processes that count together
   */
  static async open(url: string, space: string): Promise<LimitRedis> {
    // Imported on demand: loading it takes a twentieth of the start.
    const { Redis } = await import('ioredis');
    const client = new Redis(url, {
      lazyConnect: true,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      connectTimeout: 5000,
      commandTimeout: 250,
    });
    // Errors of this Redis are logged by the stores of records and tasks.
    client.on('error', () => undefined);
    await client.connect().catch(() => undefined);
    return new LimitRedis(client, space);
  }

  close(): void {
    this.client.disconnect();
  }
}
