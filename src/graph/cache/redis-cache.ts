import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import Type from 'typebox';
import Value from 'typebox/value';
import { RedisLine } from './redis-circuit-breaker.ts';
import { hash, ownTeam, RedisKeys } from './redis-keys.ts';
import { editionMs, RedisShelf, type RedisTerms } from './redis-record-cache.ts';
import type { CacheScope, Invalidation, SharedKind, SharedRecordCache, SharedRecords } from './shared-cache.ts';

/** How long who forgets waits for each answer of Redis, in milliseconds. */
const forgetMs = 2000;

const key = { key: Type.String() };
const NewsShape = Type.Object({
  from: Type.String(),
  forgotten: Type.Union([
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
  ]),
});

interface Options extends Omit<RedisTerms, 'keys'> {
  readonly url: string;
  /** What graphs that share have in common. */
  readonly space: string;
  readonly log: Logger;
}

/** Records that several graphs share in a Redis. One connection asks, another listens, as Redis has it. */
export class RedisRecords implements SharedRecords {
  readonly #line: RedisLine;
  readonly #listening: Redis;
  readonly #terms: RedisTerms;
  /** Which graph this is, in what it tells the others. */
  readonly #self = randomUUID();

  private constructor(line: RedisLine, listening: Redis, terms: RedisTerms) {
    this.#line = line;
    this.#listening = listening;
    this.#terms = terms;
  }

  /** Never rejects: where Redis does not answer, it is used as soon as it does. */
  static async open({ url, space, log, ...times }: Options): Promise<RedisRecords> {
    const options = { lazyConnect: true, enableOfflineQueue: false, maxRetriesPerRequest: 0, connectTimeout: 5000 };
    const line = new RedisLine(new Redis(url, options), log);
    const listening = new Redis(url, { ...options, autoResubscribe: false });
    listening.on('error', (error) => line.trouble(error));
    const records = new RedisRecords(line, listening, { ...times, keys: new RedisKeys(space) });
    await Promise.all([line.redis, listening].map((redis) => redis.connect().catch((error) => line.trouble(error))));
    return records;
  }

  recordCache<Fetched>(place: CacheScope, kind: SharedKind): SharedRecordCache<Fetched> {
    return new RedisShelf<Fetched>(this.#line, this.#terms, place, kind);
  }

  listen(listener: (forgotten: Invalidation) => void): void {
    let missed = this.#listening.status !== 'ready';
    this.#listening.on('close', () => {
      missed = true;
    });
    const subscribe = async (): Promise<void> => {
      await this.#listening.subscribe(this.#keys.channel);
      // What was forgotten while nobody listened is not known here.
      if (missed) listener({ what: 'everything' });
      missed = false;
    };
    const subscribed = () => subscribe().catch((error) => this.#line.trouble(error));
    this.#listening.on('ready', subscribed);
    if (this.#listening.status === 'ready') void subscribed();
    this.#listening.on('message', (_channel, text) => {
      const news = readNews(text);
      if (news && news.from !== this.#self) listener(news.forgotten);
    });
  }

  async forget(forgotten: Invalidation): Promise<boolean> {
    const gone = await this.#goneWith(forgotten);
    const news = JSON.stringify({ from: this.#self, forgotten });
    const told = await this.#insist((pipeline) => {
      if (gone && gone.length > 0) pipeline.del(...gone);
      pipeline.publish(this.#keys.channel, news);
    });
    // An edition is gone at once; what belonged to it can't be reached, and is cleared away behind it.
    if (told && forgotten.what === 'everything') return this.#unlink(`${this.#keys.prefix}*`);
    return gone !== undefined && told !== undefined;
  }

  async close(): Promise<void> {
    this.#listening.disconnect();
    await this.#line.ask((pipeline) => pipeline.ping(), forgetMs);
    this.#line.redis.disconnect();
  }

  get #keys(): RedisKeys {
    return this.#terms.keys;
  }

  /** The keys whose deletion makes something forgotten; undefined where Redis does not say. */
  async #goneWith(forgotten: Invalidation): Promise<readonly string[] | undefined> {
    if (forgotten.what === 'everything') return [this.#keys.everything];
    if (forgotten.what === 'key') return [this.#keys.keyEdition(forgotten.key)];
    if (forgotten.what === 'team') return [this.#keys.teamEdition(forgotten.key, forgotten.team)];
    // What is on its way to a graph meanwhile must not be put back when it lands: first the mark, then what is there.
    const marked = await this.#insist((pipeline) =>
      pipeline.set(
        forgotten.key === undefined ? this.#keys.forgets : this.#keys.forgetsOf(forgotten.key),
        randomUUID(),
        'PX',
        editionMs(this.#terms),
      ),
    );
    const names = marked && (await this.#namesOf(forgotten));
    if (!names || names.length === 0) return names;
    const [leads] = (await this.#insist((pipeline) => pipeline.mget([...names]))) ?? [];
    if (!Array.isArray(leads)) return undefined;
    const records = leads.flatMap((lead, at) => {
      const record = typeof lead === 'string' ? lead.split(' ')[1] : undefined;
      const name = names[at];
      if (name === undefined || record === undefined || record === '-') return [];
      return [this.#keys.recordBeside(name, forgotten.kind, record)];
    });
    return [...names, ...records];
  }

  /** What a name leads to: in the teams of one key, or wherever it is. */
  async #namesOf({
    kind,
    name,
    key,
    team: only,
  }: Invalidation & { what: 'record' }): Promise<readonly string[] | undefined> {
    if (key === undefined) return this.#scan(this.#keys.anyName(kind, name));
    if (only !== undefined) return [this.#keys.name(key, kind, name, hash(only))];
    const [teams] = (await this.#insist((pipeline) => pipeline.smembers(this.#keys.teams(key)))) ?? [];
    if (!Array.isArray(teams)) return undefined;
    return [ownTeam, ...teams.map(String)].map((team) => this.#keys.name(key, kind, name, team));
  }

  async #scan(pattern: string): Promise<readonly string[] | undefined> {
    const keys: string[] = [];
    let cursor = '0';
    do {
      const [answer] = (await this.#insist((pipeline) => pipeline.scan(cursor, 'MATCH', pattern, 'COUNT', 1000))) ?? [];
      if (!Array.isArray(answer) || !Array.isArray(answer[1])) return undefined;
      cursor = String(answer[0]);
      for (const key of answer[1]) keys.push(String(key));
    } while (cursor !== '0');
    return keys;
  }

  async #unlink(pattern: string): Promise<boolean> {
    const keys = await this.#scan(pattern);
    if (!keys) return false;
    const gone = await this.#insist((pipeline) => {
      for (const one of keys) pipeline.unlink(one);
    });
    return gone !== undefined;
  }

  #insist(fill: Parameters<RedisLine['ask']>[0]): Promise<readonly unknown[] | undefined> {
    return this.#line.ask(fill, forgetMs, true);
  }
}

function readNews(text: string): { readonly from: string; readonly forgotten: Invalidation } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Value.Check(NewsShape, value) ? value : undefined;
  } catch {
    return undefined;
  }
}
