import { LRUCache } from 'lru-cache';
import { Problem } from './problem.ts';

/** A key's bucket is forgotten past this number of others; it is full again long before, as a rule. */
const bucketsKept = 100_000;

interface Bucket {
  readonly tokens: number;
  readonly at: number;
}

/**
 * Requests per minute and key, as token buckets: a full bucket holds a minute's worth, and fills evenly. Each process
 * counts its own. Ours: the specification shows no rate limits.
 */
export class RateLimit {
  readonly #perMinute: number;
  readonly #buckets = new LRUCache<string, Bucket>({ max: bucketsKept });

  constructor(perMinute: number) {
    this.#perMinute = perMinute;
  }

  /** Takes a request from the key's bucket. Answers the headers that say what is left, or throws a 429 `Problem`. */
  take(keyId: string, now: Date): Readonly<Record<string, string>> {
    const at = now.getTime();
    const secondsEach = 60 / this.#perMinute;
    const bucket = this.#buckets.get(keyId) ?? { tokens: this.#perMinute, at };
    const filled = Math.max(0, at - bucket.at) / 1000 / secondsEach;
    const tokens = Math.min(this.#perMinute, bucket.tokens + filled);
    const isAllowed = tokens >= 1;
    const left = isAllowed ? tokens - 1 : tokens;
    this.#buckets.set(keyId, { tokens: left, at });
    const untilFull = Math.ceil((this.#perMinute - left) * secondsEach);
    const headers = {
      'ratelimit-policy': `"key";q=${this.#perMinute};w=60`,
      ratelimit: `"key";r=${Math.floor(left)};t=${untilFull}`,
    };
    if (isAllowed) return headers;
    const retryAfter = Math.max(1, Math.ceil((1 - left) * secondsEach));
    const sentence = `x-api-key: must be used at most ${this.#perMinute} times a minute; try again in ${retryAfter} s`;
    throw new Problem(429, [sentence], { ...headers, 'retry-after': String(retryAfter) });
  }
}
