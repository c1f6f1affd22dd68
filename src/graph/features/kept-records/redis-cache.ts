import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import Type from 'typebox';
import type {
  CacheScope,
  Invalidation,
  KeptSummary,
  SharedKind,
  SharedRecordCache,
  SharedRecords,
} from '../../cache/shared-cache.ts';
import { check } from '../../validate.ts';
import { monthOf, unlessBroken } from './kept-records.ts';
import { RedisCircuitBreaker } from './redis-circuit-breaker.ts';
import { hash, newGeneration, ownKey, ownSuffix, ownTeam, RedisKeys } from './redis-keys.ts';
import { generationMs, type RedisCacheOptions, RedisRecordCache } from './redis-record-cache.ts';

/** Values moved to another owner at once. */
const keysAtOnce = 500;

/** The team's part of a record's or a name's key. */
const teamIn = (key: string): string => key.replace(ownSuffix, '').split(':').at(-1) ?? '';

/** Timeout of each Redis call of an invalidation, in milliseconds. */
const forgetMs = 2000;

const key = { key: Type.String() };
const MessageShape = Type.Object({ from: Type.String(), forgotten: Type.Optional(Type.Unknown()) });
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

/**
 * Publishes an invalidation with its id and that of the one before it, so that a graph that missed one knows.
 * KEYS: the id of the latest invalidation, the channel. ARGV: the new id, the lifetime of an id, the message.
 */
const forgetScript = `
local before = redis.call('GET', KEYS[1]) or '-'
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return redis.call('PUBLISH', KEYS[2], ARGV[1] .. ' ' .. before .. ' ' .. ARGV[3])`;

/** Publishes the id of the latest invalidation, or of a beginning, as a message that invalidates nothing. */
const greetScript = `
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2], 'NX')
local latest = redis.call('GET', KEYS[1])
return redis.call('PUBLISH', KEYS[2], latest .. ' ' .. latest .. ' ' .. ARGV[3])`;

interface Options extends Omit<RedisCacheOptions, 'keys'> {
  readonly url: string;
  /** Namespace of the keys; graphs with the same one share records. */
  readonly space: string;
  readonly log: Logger;
}

/** Records that several graphs share in a Redis. Pub/sub takes a second connection. */
export class RedisRecords implements SharedRecords {
  readonly keeps: boolean;
  readonly #breaker: RedisCircuitBreaker;
  readonly #listening: Redis;
  readonly #options: RedisCacheOptions;
  /** The id of this graph in its notifications to the others. */
  readonly #self = randomUUID();

  private constructor(breaker: RedisCircuitBreaker, listening: Redis, options: RedisCacheOptions) {
    this.#breaker = breaker;
    this.#listening = listening;
    this.#options = options;
    this.keeps = options.kept !== undefined;
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

  /**
   * Invalidations form a chain of ids. One whose predecessor was not heard means that some were missed. After each
   * subscription, this graph publishes the latest id, to find out without waiting for the next invalidation.
   */
  listen(listener: (forgotten: Invalidation) => void): void {
    const all: Invalidation = { what: 'everything' };
    // Nothing is missed by a graph that was connected before it loaded anything.
    let heard = this.#listening.status === 'ready' ? undefined : unknown;
    this.#listening.on('message', (_channel, text) => {
      const message = parseMessage(text);
      const isMissed = heard !== undefined && message?.before !== heard;
      heard = message?.id ?? unknown;
      if (isMissed || !message) listener(all);
      else if (message.forgotten && message.from !== this.#self) listener(message.forgotten);
    });
    const greet = async (): Promise<void> => {
      // Without a connection for commands, it greets once there is one, which may be while this is refused.
      const isConnected = this.#breaker.redis.status === 'ready';
      const greeted = await this.#publish(greetScript, { from: this.#self });
      if (!greeted && isConnected) listener(all);
    };
    const subscribe = () =>
      this.#listening.subscribe(this.#keys.channel).then(greet, (error) => this.#breaker.report(error));
    this.#listening.on('ready', subscribe);
    this.#breaker.redis.on('ready', greet);
    if (this.#listening.status === 'ready') void subscribe();
  }

  async forget(forgotten: Invalidation): Promise<boolean> {
    const gone = await this.#keysOf(forgotten);
    const told = await this.#publish(forgetScript, { from: this.#self, forgotten }, gone);
    // Without its generation nothing can be read any more; the keys are then deleted to free the memory.
    if (told && forgotten.what === 'everything') return this.#unlink(`${this.#keys.prefix}*`);
    return gone !== undefined && told !== undefined;
  }

  /** Counts by scanning: for administrators. */
  async summary(): Promise<KeptSummary> {
    const keys = (await this.#scan(`${this.#keys.prefix}*:is:*`)) ?? [];
    const records = keys.filter((one) => !one.endsWith(ownSuffix));
    const companies = records.filter((one) => one.includes(':company:is:')).length;
    const [saved] =
      (await this.#always((pipeline) => pipeline.get(this.#keys.saved(monthOf(this.#options.now()))))) ?? [];
    return {
      profiles: records.length - companies,
      companies,
      oldestAt: null,
      newestAt: null,
      bytes: null,
      savedThisMonth: Number(saved ?? 0),
    };
  }

  /** Copies values with the new owner's generation, since those of another are not read. */
  async adopt(from: string, to: string): Promise<number> {
    const keys = this.#keys;
    const moved = (await this.#scan(keys.anyOf(from))) ?? [];
    let adopted = 0;
    for (let at = 0; at < moved.length; at += keysAtOnce) {
      const some = moved.slice(at, at + keysAtOnce).filter((one) => /:(?:by|is):/.test(one));
      const [values, ...lifetimes] =
        (await this.#always((pipeline) => {
          pipeline.mget(some);
          for (const one of some) pipeline.pttl(one);
        })) ?? [];
      if (!Array.isArray(values)) return adopted;
      const teams = new Set(some.map(teamIn));
      const generations = new Map<string, string>();
      for (const team of teams) generations.set(team, await this.#generationOf(to, team));
      await this.#always((pipeline) => {
        for (const [index, one] of some.entries()) {
          const text: unknown = values[index];
          const ms = Number(lifetimes[index]);
          if (typeof text !== 'string' || ms <= 0) continue;
          const own = keys.prefix + to + one.slice(keys.prefix.length + from.length);
          const isOwn = one.endsWith(ownSuffix);
          const moved = isOwn ? text : `${generations.get(teamIn(one))}${text.slice(text.indexOf(' '))}`;
          pipeline.set(own, moved, 'PX', ms);
          if (one.includes(':is:') && !isOwn) adopted += 1;
        }
        if (some.length > 0) pipeline.unlink(...some);
      });
    }
    return adopted;
  }

  async sealAnew(): Promise<number> {
    const codec = this.#options.kept?.codec;
    const keys = codec ? ((await this.#scan(`${this.#keys.prefix}*:is:*`)) ?? []) : [];
    let sealed = 0;
    for (let at = 0; at < keys.length; at += keysAtOnce) {
      const some = keys.slice(at, at + keysAtOnce);
      const [values] = (await this.#always((pipeline) => pipeline.mget(some))) ?? [];
      await this.#always((pipeline) => {
        for (const [index, key] of some.entries()) {
          const text: unknown = Array.isArray(values) ? values[index] : undefined;
          if (typeof text !== 'string') continue;
          // The sealed text comes last, after the generation and the time of a record.
          const start = text.lastIndexOf(' ') + 1;
          const anew = unlessBroken(() => codec?.sealAnew(Buffer.from(text.slice(start), 'base64')));
          if (!anew) continue;
          pipeline.set(key, text.slice(0, start) + anew.toString('base64'), 'KEEPTTL', 'XX');
          sealed += 1;
        }
      });
    }
    return sealed;
  }

  async close(): Promise<void> {
    this.#listening.disconnect();
    await this.#breaker.ask((pipeline) => pipeline.ping(), forgetMs);
    this.#breaker.redis.disconnect();
  }

  get #keys(): RedisKeys {
    return this.#options.keys;
  }

  /** The generation of an owner's scope, which is created if it is new. */
  async #generationOf(owner: string, team: string): Promise<string> {
    const ms = generationMs(this.#options);
    const answers = await this.#always((pipeline) => {
      for (const one of this.#keys.generations(owner, team))
        pipeline.set(one, newGeneration(), 'PX', ms, 'NX').getex(one, 'PX', ms);
      if (team !== ownTeam) pipeline.sadd(this.#keys.teams(owner), team).pexpire(this.#keys.teams(owner), ms);
    });
    return this.#keys
      .generations(owner, team)
      .map((_, at) => answers?.[2 * at + 1])
      .join('.');
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
      const recordKey = this.#keys.recordBeside(name, forgotten.kind, record);
      return [recordKey, ownKey(recordKey)];
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

  /** Deletes keys, then publishes a message; undefined if Redis fails. */
  #publish(script: string, message: Message, gone: readonly string[] = []): Promise<readonly unknown[] | undefined> {
    const { latestInvalidation, channel } = this.#keys;
    return this.#always((pipeline) => {
      if (gone.length > 0) pipeline.del(...gone);
      const given = [randomUUID(), generationMs(this.#options), JSON.stringify(message)];
      pipeline.eval(script, 2, latestInvalidation, channel, ...given);
    });
  }

  #always(fill: Parameters<RedisCircuitBreaker['ask']>[0]): Promise<readonly unknown[] | undefined> {
    return this.#breaker.ask(fill, forgetMs, true);
  }
}

/** Instead of the id of an invalidation: no message has it. */
const unknown = '';

/** Without an invalidation, it says only which one was the latest. */
interface Message {
  readonly from: string;
  readonly forgotten?: Invalidation | undefined;
}

interface Heard extends Message {
  readonly id: string;
  /** The id of the invalidation before it. */
  readonly before: string;
}

/** Undefined if it cannot be read. */
function parseMessage(text: string): Heard | undefined {
  const [, id, before, json] = /^(\S+) (\S+) (.*)$/s.exec(text) ?? [];
  if (id === undefined || before === undefined || json === undefined) return undefined;
  try {
    const message: unknown = JSON.parse(json);
    if (!check(MessageShape, message)) return undefined;
    const { from, forgotten } = message;
    if (forgotten === undefined) return { id, before, from };
    // An unknown invalidation, sent by a later version, may concern anything.
    return { id, before, from, forgotten: check(InvalidationShape, forgotten) ? forgotten : { what: 'everything' } };
  } catch {
    return undefined;
  }
}
