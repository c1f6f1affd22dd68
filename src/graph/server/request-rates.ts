import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { defaultSettings } from '../../config/read-settings.ts';
import { apiKeyHeader } from '../../contract/headers.ts';
import { addressId, keyId } from '../../limits/caller-id.ts';
import { LimitReached } from '../../limits/limit-reached.ts';
import { type LimitRedis, RateLimit } from '../../limits/rate-limit.ts';
import type { SessionSeal } from '../state/sessions/session-token.ts';
import { HttpError } from './http-error.ts';
import { holdsSessionToken } from './misplaced-credential.ts';
import type { RefusedKeys } from './refused-keys.ts';
import { bearer } from './request-context.ts';

export interface RateOptions {
  /** Requests that one API key may send to the graph in a minute, its sessions included; undefined: any number. */
  readonly perKey: number | undefined;
  /** Requests without an accepted key that one address may send in a minute; undefined: any number. */
  readonly perAddress: number | undefined;
}

export const defaultRates: RateOptions = {
  perKey: undefined,
  perAddress: defaultSettings.traffic.anonymousPerMinute,
};

/** How many addresses past their rate are remembered. */
const mostPast = 10_000;

/** Counts requests by who sends them, before their bodies are read. */
export class RequestRates {
  #perKey: RateLimit | undefined;
  #perAddress: RateLimit | undefined;
  #options: RateOptions;
  /** Addresses past their rate, until they may come back. */
  readonly #past = new LRUCache<string, LimitReached>({ max: mostPast });
  readonly #redis: LimitRedis | undefined;
  readonly #refused: RefusedKeys;
  readonly #seal: SessionSeal;

  constructor(options: RateOptions, refused: RefusedKeys, seal: SessionSeal, redis?: LimitRedis) {
    this.#redis = redis;
    this.#refused = refused;
    this.#seal = seal;
    this.#options = options;
    this.#perKey = this.#limit('key', options.perKey);
    this.#perAddress = this.#limit('address', options.perAddress);
  }

  /** Replaces the rates; one that stays keeps its count. */
  replace(options: RateOptions): void {
    if (options.perKey !== this.#options.perKey) this.#perKey = this.#limit('key', options.perKey);
    if (options.perAddress !== this.#options.perAddress) {
      this.#perAddress = this.#limit('address', options.perAddress);
      this.#past.clear();
    }
    this.#options = options;
  }

  #limit(name: string, perMinute: number | undefined): RateLimit | undefined {
    return perMinute === undefined ? undefined : new RateLimit({ name, perMinute, redis: this.#redis });
  }

  /** Hook of a route: 429 for one too many, and the headers that say what is left. */
  readonly hook = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    const counted = request.method === 'OPTIONS' ? undefined : this.#take(request);
    if (!counted) {
      done();
      return;
    }
    counted.then(
      (headers) => {
        // On the raw response, since others than Fastify answer it.
        for (const [name, value] of Object.entries(headers)) reply.raw.setHeader(name, value);
        done();
      },
      (error: unknown) => done(refusalOf(error)),
    );
  };

  /** Counts an operation that came over a WebSocket. */
  async take(apiKey: string): Promise<void> {
    await this.#perKey?.take(keyId(apiKey));
  }

  /** Counts a WebSocket that closes without a key that vouches for it, as a request without one is counted. */
  async takeUnknown(address: string): Promise<void> {
    if (this.#perAddress) await this.#takeAddress(this.#perAddress, address);
  }

  /**
   * Why an upgrade is refused: nothing in its head vouches for its caller, whose address is past its rate. It is not counted:
   * its key may come with `connection_init`.
   */
  upgradeRefusal(request: Pick<IncomingMessage, 'headers'>, address: string): HttpError | undefined {
    const past = this.#past.size > 0 ? this.#past.get(addressId(address)) : undefined;
    return past && this.isUnknown(this.keyOf(request)) ? rateExceeded(past) : undefined;
  }

  async #takeAddress(limit: RateLimit, address: string): Promise<Readonly<Record<string, string>>> {
    const caller = addressId(address);
    try {
      return await limit.take(caller);
    } catch (error) {
      if (error instanceof LimitReached) this.#past.set(caller, error, { ttl: error.retryAfterSeconds * 1000 });
      throw error;
    }
  }

  /** Undefined where nothing is counted, which is the usual case of a request with a key. */
  #take(request: FastifyRequest): Promise<Readonly<Record<string, string>>> | undefined {
    const apiKey = this.keyOf(request);
    if (apiKey === undefined || this.isUnknown(apiKey))
      return this.#perAddress && this.#takeAddress(this.#perAddress, request.ip);
    return this.#perKey?.take(keyId(apiKey));
  }

  /** Whether nothing vouches for a caller: there is no key, or one that was refused lately. */
  isUnknown(apiKey: string | undefined): boolean {
    return apiKey === undefined || this.#refused.has(apiKey);
  }

  keyOf({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
    const apiKey = headers[apiKeyHeader];
    // The data service is never asked about a session's token that is sent as a key, so nothing vouches for its caller.
    if (typeof apiKey === 'string' && apiKey !== '') return holdsSessionToken(apiKey) ? undefined : apiKey;
    const token = bearer(headers.authorization);
    return token === undefined ? undefined : this.#seal.open(token)?.apiKey;
  }
}

const refusalOf = (error: unknown): Error => {
  if (error instanceof LimitReached) return rateExceeded(error);
  return error instanceof Error ? error : new Error(String(error));
};

const rateExceeded = ({ message, headers }: LimitReached): HttpError =>
  new HttpError(429, 'RATE_LIMITED', message, headers, 'rate');
