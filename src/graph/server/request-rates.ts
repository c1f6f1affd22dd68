import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { defaultSettings } from '../../config/read-settings.ts';
import { apiKeyHeader } from '../../contract/headers.ts';
import { addressId, keyId } from '../../http/limits/caller-id.ts';
import { LimitReached } from '../../http/limits/limit-reached.ts';
import { type LimitRedis, RateLimit } from '../../http/limits/rate-limit.ts';
import type { KeyHolder } from '../operation/known-caller.ts';
import type { SessionSeal } from '../state/sessions/session-token.ts';
import { HttpError } from './http-error.ts';
import { hashOf, type KnownKeys } from './known-keys.ts';
import { holdsSessionToken } from './misplaced-credential.ts';
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
const maxPast = 10_000;

/** How many keys are awaited whose requests are counted by address. */
const maxOwed = 10_000;

/** Counts requests by who sends them, before their bodies are read. */
export class RequestRates {
  #perKey: RateLimit | undefined;
  #perAddress: RateLimit | undefined;
  #options: RateOptions;
  /** Addresses past their rate, until they may come back. */
  readonly #past = new LRUCache<string, LimitReached>({ max: maxPast });
  readonly #redis: LimitRedis | undefined;
  readonly #known: KnownKeys;
  /** Requests that are counted by address until their key is accepted, by its hash. */
  readonly #owed = new LRUCache<string, { readonly caller: string; count: number }>({ max: maxOwed, ttl: 60_000 });
  readonly #seal: SessionSeal;

  constructor(options: RateOptions, known: KnownKeys, seal: SessionSeal, redis?: LimitRedis) {
    this.#redis = redis;
    this.#known = known;
    known.onAccepted = (keyHash) => this.#giveBack(keyHash);
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

  /** Counts a WebSocket that closes without a key that vouches for it, as a request of such a caller is counted. */
  async takeUnknown(holder: KeyHolder | undefined, address: string): Promise<void> {
    if (!this.#perAddress) return;
    if (holder?.apiKey !== undefined) this.#owe(holder.apiKey, address);
    await this.#takeAddress(this.#perAddress, address);
  }

  /**
   * Why an upgrade is refused: its address is past its rate, and nothing in its head vouches for its caller. It is not
   * counted: its key may come with `connection_init`.
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

  /** Whether a caller's key is accepted, which the data service is asked. */
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

  /** Undefined where nothing is counted, which is the usual case of a request with a key. */
  #take(request: FastifyRequest): Promise<Readonly<Record<string, string>>> | undefined {
    const holder = this.holderOf(request);
    const { apiKey } = holder;
    if (this.#perAddress && this.isUnknown(holder)) return this.#takeUnknown(this.#perAddress, holder, request.ip);
    return apiKey === undefined ? undefined : this.#perKey?.take(keyId(apiKey));
  }

  /** Counts a request by its address. Past the rate of that, the caller passes whose key turns out to be accepted. */
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

  /** A key is accepted: its requests are not among those that count by address. */
  #giveBack(keyHash: string): void {
    const owed = this.#owed.get(keyHash);
    if (!owed) return;
    this.#owed.delete(keyHash);
    for (let count = 0; count < owed.count; count += 1) this.#perAddress?.giveBack(owed.caller).catch(() => undefined);
  }

  /** Whether nothing vouches for a caller: there is no key, or none that is known to be accepted. */
  isUnknown(holder: KeyHolder | undefined): boolean {
    return !holder || !this.#known.has(holder);
  }

  holderOf({ headers }: Pick<IncomingMessage, 'headers'>): KeyHolder {
    const apiKey = headers[apiKeyHeader];
    // The data service is never asked about a session's token that is sent as a key, so nothing vouches for its caller.
    if (typeof apiKey === 'string' && apiKey !== '') return { apiKey: holdsSessionToken(apiKey) ? undefined : apiKey };
    const token = bearer(headers.authorization);
    const session = token === undefined ? undefined : this.#seal.open(token);
    return { apiKey: session?.apiKey, session };
  }
}

const refusalOf = (error: unknown): Error => {
  if (error instanceof LimitReached) return rateExceeded(error);
  return error instanceof Error ? error : new Error(String(error));
};

const rateExceeded = ({ message, headers }: LimitReached): HttpError =>
  new HttpError(429, 'RATE_LIMITED', message, headers, 'rate');
