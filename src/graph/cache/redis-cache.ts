import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import Type from 'typebox';
import { check } from '../validate.ts';
import { RedisCircuitBreaker } from './redis-circuit-breaker.ts';
import { hash, ownTeam, RedisKeys } from './redis-keys.ts';
import { generationMs, type RedisCacheOptions, RedisRecordCache } from './redis-record-cache.ts';
import type { CacheScope, Invalidation, SharedKind, SharedRecordCache, SharedRecords } from './shared-cache.ts';

/** Timeout of each Redis call of an invalidation, in milliseconds. */
const forgetMs = 2000;

const key = { key: Type.String() };
const MessageShape = Type.Object({ from: Type.String(), forgotten: Type.Unknown() });
const InvalidationShape = Type.Union([
  Type.Object({ what: Type.Literal('everything') }),
  Type.Object({ what: Type.Literal('key'), ...key }),
  Type.Object({ what: Type.Literal('team'), ...key, team: Type.String() }),
  Type.Object({
    what: Type.Literal('record'),
    key: Type.Optional(Type.String()),
    team: Type.Optional(Type.String()),
    kind: Type.Union([Type.Literal('profile'), Type.Literal('company')]),
    name: Type.String(),
  }),
]);

interface Options extends Omit<RedisCacheOptions, 'keys'> {
  readonly url: string;
  /** Namespace of the keys; graphs with the same one share records. */
  readonly space: string;
  readonly log: Logger;
}

/** Records that several graphs share in a Redis. Pub/sub takes a second connection. */
export class RedisRecords implements SharedRecords {
  readonly #breaker: RedisCircuitBreaker;
  readonly #listening: Redis;
  readonly #options: RedisCacheOptions;
  /** The id of this graph in its notifications to the others. */
  readonly #self = randomUUID();

  private constructor(breaker: RedisCircuitBreaker, listening: Redis, options: RedisCacheOptions) {
    this.#breaker = breaker;
    this.#listening = listening;
    this.#options = options;
  }

  /** Never rejects: if Redis is down, it is used as soon as it is up. */
  static async open({ url, space, log, ...times }: Options): Promise<RedisRecords> {
    const options = { lazyConnect: true, enableOfflineQueue: false, maxRetriesPerRequest: 0, connectTimeout: 5000 };
    const breaker = new RedisCircuitBreaker(new Redis(url, options), log);
    const listening = new Redis(url, { ...options, autoResubscribe: false });
    listening.on('error', (error) => breaker.report(error));
    const records = new RedisRecords(breaker, listening, { ...times, keys: new RedisKeys(space) });
    await Promise.all(
      [breaker.redis, listening].map((redis) => redis.connect().catch((error) => breaker.report(error))),
    );
    return records;
  }

  recordCache<Fetched>(scope: CacheScope, kind: SharedKind): SharedRecordCache<Fetched> {
    return new RedisRecordCache<Fetched>(this.#breaker, this.#options, scope, kind);
  }

  listen(listener: (forgotten: Invalidation) => void): void {
    let missed = this.#listening.status !== 'ready';
    this.#listening.on('close', () => {
      missed = true;
    });
    const subscribe = async (): Promise<void> => {
      await this.#listening.subscribe(this.#keys.channel);
      // Invalidations published without a subscription were missed.
      if (missed) listener({ what: 'everything' });
      missed = false;
    };
    const subscribed = () => subscribe().catch((error) => this.#breaker.report(error));
    this.#listening.on('ready', subscribed);
    if (this.#listening.status === 'ready') void subscribed();
    this.#listening.on('message', (_channel, text) => {
      const message = parseMessage(text);
      if (message && message.from !== this.#self) listener(message.forgotten);
    });
  }

  async forget(forgotten: Invalidation): Promise<boolean> {
    const gone = await this.#keysOf(forgotten);
    const message = JSON.stringify({ from: this.#self, forgotten });
    const told = await this.#always((pipeline) => {
      if (gone && gone.length > 0) pipeline.del(...gone);
      pipeline.publish(this.#keys.channel, message);
    });
    // Without its generation nothing can be read any more; the keys are then deleted to free the memory.
    if (told && forgotten.what === 'everything') return this.#unlink(`${this.#keys.prefix}*`);
    return gone !== undefined && told !== undefined;
  }

  async close(): Promise<void> {
    this.#listening.disconnect();
    await this.#breaker.ask((pipeline) => pipeline.ping(), forgetMs);
    this.#breaker.redis.disconnect();
  }

  get #keys(): RedisKeys {
    return this.#options.keys;
  }

  /** The keys to delete for an invalidation; undefined if Redis fails. */
  async #keysOf(forgotten: Invalidation): Promise<readonly string[] | undefined> {
    if (forgotten.what === 'everything') return [this.#keys.everything];
    if (forgotten.what === 'key') return [this.#keys.keyGeneration(forgotten.key)];
    if (forgotten.what === 'team') return [this.#keys.teamGeneration(forgotten.key, forgotten.team)];
    // A fetch in flight must not store its answer after the invalidation: first the mark, then the deletion.
    const marked = await this.#always((pipeline) =>
      pipeline.set(
        forgotten.key === undefined ? this.#keys.invalidations : this.#keys.invalidationsOf(forgotten.key),
        randomUUID(),
        'PX',
        generationMs(this.#options),
      ),
    );
    const names = marked && (await this.#namesOf(forgotten));
    if (!names || names.length === 0) return names;
    const [leads] = (await this.#always((pipeline) => pipeline.mget([...names]))) ?? [];
    if (!Array.isArray(leads)) return undefined;
    const records = leads.flatMap((lead, at) => {
      const record = typeof lead === 'string' ? lead.split(' ')[1] : undefined;
      const name = names[at];
      if (name === undefined || record === undefined || record === '-') return [];
      return [this.#keys.recordBeside(name, forgotten.kind, record)];
    });
    return [...names, ...records];
  }

  /** The Redis keys of a name: in one team, all teams of one API key, or all API keys. Undefined if Redis fails. */
  async #namesOf({
    kind,
    name,
    key,
    team: only,
  }: Invalidation & { what: 'record' }): Promise<readonly string[] | undefined> {
    if (key === undefined) return this.#scan(this.#keys.anyName(kind, name));
    if (only !== undefined) return [this.#keys.name(key, kind, name, hash(only))];
    const [teams] = (await this.#always((pipeline) => pipeline.smembers(this.#keys.teams(key)))) ?? [];
    if (!Array.isArray(teams)) return undefined;
    return [ownTeam, ...teams.map(String)].map((team) => this.#keys.name(key, kind, name, team));
  }

  async #scan(pattern: string): Promise<readonly string[] | undefined> {
    const keys: string[] = [];
    let cursor = '0';
    do {
      const [answer] = (await this.#always((pipeline) => pipeline.scan(cursor, 'MATCH', pattern, 'COUNT', 1000))) ?? [];
      if (!Array.isArray(answer) || !Array.isArray(answer[1])) return undefined;
      cursor = String(answer[0]);
      for (const key of answer[1]) keys.push(String(key));
    } while (cursor !== '0');
    return keys;
  }

  async #unlink(pattern: string): Promise<boolean> {
    const keys = await this.#scan(pattern);
    if (!keys) return false;
    const gone = await this.#always((pipeline) => {
      for (const one of keys) pipeline.unlink(one);
    });
    return gone !== undefined;
  }

  #always(fill: Parameters<RedisCircuitBreaker['ask']>[0]): Promise<readonly unknown[] | undefined> {
    return this.#breaker.ask(fill, forgetMs, true);
  }
}

function parseMessage(text: string): { readonly from: string; readonly forgotten: Invalidation } | undefined {
  try {
    const message: unknown = JSON.parse(text);
    if (!check(MessageShape, message)) return undefined;
    const { from, forgotten } = message;
    // An unknown invalidation, sent by a later version, may concern anything.
    return { from, forgotten: check(InvalidationShape, forgotten) ? forgotten : { what: 'everything' } };
  } catch {
    return undefined;
  }
}
