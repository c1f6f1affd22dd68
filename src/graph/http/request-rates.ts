import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { defaultSettings } from '../../config/read-settings.ts';
import { apiKeyHeader } from '../../contract/headers.ts';
import { addressId, keyId } from '../../http/limits/caller-id.ts';
import { LimitReached } from '../../http/limits/limit-reached.ts';
import { type LimitRedis, RateLimit } from '../../http/limits/rate-limit.ts';
import type { KeyHolder, KnownCallers } from '../cache/known-caller.ts';
import type { Services } from '../services.ts';
import type { SessionSeal } from '../state/sessions/session-token.ts';
import { HttpError } from './http-error.ts';
import { bearer, holdsSessionToken } from './request-context.ts';

export interface RateOptions {
  /** Requests per minute of one API key, its sessions included; undefined: unlimited. */
  readonly perKey: number | undefined;
  /** Requests per minute without an accepted key, per address; undefined: unlimited. */
  readonly perAddress: number | undefined;
}

export const defaultRates: RateOptions = {
  perKey: undefined,
  perAddress: defaultSettings.traffic.anonymousPerMinute,
};

/** Maximum addresses remembered as over their rate. */
const maxPast = 10_000;

/** Maximum unconfirmed keys for which requests counted by address are remembered. */
const maxOwed = 10_000;

/** Rate limits of requests by key or address, applied before bodies are read. */
export class RequestRates {
  #perKey: RateLimit | undefined;
  #perAddress: RateLimit | undefined;
  #options: RateOptions;
  /** Addresses over their rate, until they may retry. */
  readonly #past = new LRUCache<string, LimitReached>({ max: maxPast });
  readonly #redis: LimitRedis | undefined;
  readonly #known: KnownCallers;
  /** Requests counted by address, by the hash of their key; refunded if the key is accepted within a minute. */
  readonly #owed = new LRUCache<string, { readonly caller: string; count: number }>({ max: maxOwed, ttl: 60_000 });
  readonly #seal: SessionSeal;

  constructor(
    options: RateOptions,
    known: KnownCallers,
    { seal, cache: { verdicts } }: Pick<Services, 'seal' | 'cache'>,
    redis?: LimitRedis,
  ) {
    this.#redis = redis;
    this.#known = known;
    verdicts.listen({ accepted: ({ apiKey }) => this.#giveBack(apiKey) });
    this.#seal = seal;
    this.#options = options;
    this.#perKey = this.#limit('key', options.perKey);
    this.#perAddress = this.#limit('address', options.perAddress);
  }

  /** Replaces the rates; an unchanged one keeps its count. */
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

  /** Route hook: 429 past the rate, and the headers with the remaining quota. */
  readonly hook = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    const counted = request.method === 'OPTIONS' ? undefined : this.#take(request);
    if (!counted) {
      done();
      return;
    }
    counted.then(
      (headers) => {
        // On the raw response: not only Fastify writes the answer.
        for (const [name, value] of Object.entries(headers)) reply.raw.setHeader(name, value);
        done();
      },
      (error: unknown) => done(refusalOf(error)),
    );
  };

  /** Counts an operation sent over a WebSocket. @throws {LimitReached} */
  async take(apiKey: string): Promise<void> {
    await this.#perKey?.take(keyId(apiKey));
  }

  /** Counts a WebSocket that closes without an accepted key, as one request of its address. @throws {LimitReached} */
  async takeUnknown(holder: KeyHolder | undefined, address: string): Promise<void> {
    if (!this.#perAddress) return;
    if (holder?.apiKey !== undefined) this.#owe(holder.apiKey, address);
    await this.#takeAddress(this.#perAddress, address);
  }

  /**
   * The refusal of an upgrade if its address is over its rate and its head has no accepted credential. Upgrades are not
   * counted here: the key may arrive in `connection_init`.
   */
  upgradeRefusal(
    request: Pick<IncomingMessage, 'headers'>,
    address: string,
  ): Promise<HttpError | undefined> | undefined {
    const past = this.#past.size > 0 ? this.#past.get(addressId(address)) : undefined;
    const holder = past && this.holderOf(request);
    if (!past || !this.isUnknown(holder)) return undefined;
    return this.#confirmed(holder, address).then((isKnown) => (isKnown ? undefined : rateExceeded(past)));
  }

  /** Asks the data service whether it accepts a caller's key. */
  async #confirmed(holder: KeyHolder | undefined, address: string): Promise<boolean> {
    if (holder?.apiKey === undefined) return false;
    return this.#known.confirm(holder.apiKey, address).then(
      () => true,
      () => false,
    );
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

  /** Undefined if nothing is counted, the usual case for a request with a key. */
  #take(request: FastifyRequest): Promise<Readonly<Record<string, string>>> | undefined {
    const holder = this.holderOf(request);
    const { apiKey } = holder;
    if (this.#perAddress && this.isUnknown(holder)) return this.#takeUnknown(this.#perAddress, holder, request.ip);
    return apiKey === undefined ? undefined : this.#perKey?.take(keyId(apiKey));
  }

  /** Counts a request by its address. Over that rate, a caller still passes if the data service accepts its key. */
  async #takeUnknown(limit: RateLimit, holder: KeyHolder, address: string): Promise<Readonly<Record<string, string>>> {
    const { apiKey } = holder;
    if (apiKey !== undefined) this.#owe(apiKey, address);
    let headers: Readonly<Record<string, string>> = {};
    try {
      headers = await this.#takeAddress(limit, address);
    } catch (error) {
      if (!(error instanceof LimitReached) || !(await this.#confirmed(holder, address))) throw error;
    }
    return apiKey !== undefined && this.#perKey ? await this.#perKey.take(keyId(apiKey)) : headers;
  }

  #owe(apiKey: string, address: string): void {
    const keyHash = hashOf(apiKey);
    const caller = addressId(address);
    const owed = this.#owed.get(keyHash);
    if (owed?.caller === caller) owed.count += 1;
    else this.#owed.set(keyHash, { caller, count: 1 });
  }

  /** Refunds a key's requests to its address when the key is accepted. */
  #giveBack(apiKey: string): void {
    if (this.#owed.size === 0) return;
    const keyHash = hashOf(apiKey);
    const owed = this.#owed.get(keyHash);
    if (!owed) return;
    this.#owed.delete(keyHash);
    for (let count = 0; count < owed.count; count += 1) this.#perAddress?.giveBack(owed.caller).catch(() => undefined);
  }

  /** Whether a caller has no key, or one that is not known to be accepted. */
  isUnknown(holder: KeyHolder | undefined): boolean {
    return !holder || !this.#known.has(holder);
  }

  holderOf({ headers }: Pick<IncomingMessage, 'headers'>): KeyHolder {
    const apiKey = headers[apiKeyHeader];
    // A session token sent as a key never goes to the data service, so its caller counts as unknown.
    if (typeof apiKey === 'string' && apiKey !== '') return { apiKey: holdsSessionToken(apiKey) ? undefined : apiKey };
    const token = bearer(headers.authorization);
    const session = token === undefined ? undefined : this.#seal.open(token);
    return { apiKey: session?.apiKey, session };
  }
}

const hashOf = (apiKey: string): string => hash('sha256', apiKey, 'base64url');

const refusalOf = (error: unknown): Error => {
  if (error instanceof LimitReached) return rateExceeded(error);
  return error instanceof Error ? error : new Error(String(error));
};

const rateExceeded = ({ message, headers }: LimitReached): HttpError =>
  new HttpError(429, 'RATE_LIMITED', message, headers, 'rate');
