import { randomBytes } from 'node:crypto';
import Type from 'typebox';
import { jsonBytesOf } from '../../client/lazy-records.ts';
import { parseJson } from '../../contract/json.ts';
import { check } from '../validate.ts';
import { type RedisCircuitBreaker, timeoutFor } from './redis-circuit-breaker.ts';
import { hash, type RedisKeys, teamPart } from './redis-keys.ts';
import type {
  CacheScope,
  FetchedRecords,
  SharedHit,
  SharedKind,
  SharedLookup,
  SharedRecordCache,
} from './shared-cache.ts';

export interface RedisCacheOptions {
  readonly keys: RedisKeys;
  readonly keepMs: number;
  readonly keepMissingMs: number;
  /** Wall clock in milliseconds, by which graphs compare ages. */
  readonly now: () => number;
}

/** Lifetime of generations and invalidation marks: they must outlive the generation's records and pending fetches. */
export const generationMs = ({ keepMs }: Pick<RedisCacheOptions, 'keepMs'>): number => 2 * keepMs + 3_600_000;

/**
 * Sets the pointers from names to records and returns 1; returns 0 and sets none if a mark has changed since.
 * A name that is only in the record (`?`) never replaces a pointer to another record of its generation; a name that the
 * upstream attributes to it (`!`) does, and so does a miss (`-`), which expires earlier.
 * KEYS: the two marks, then the names. ARGV: the marks as read, the generation, the lifetimes of a record and of a miss
 * in milliseconds, then for each name its sign and pointer.
 */
const nameScript = `
for at = 1, 2 do
  if (redis.call('GET', KEYS[at]) or '') ~= ARGV[at] then return 0 end
end
local generation = ARGV[3] .. ' '
for at = 3, #KEYS do
  local sign = string.sub(ARGV[at + 3], 1, 1)
  local mine = string.sub(ARGV[at + 3], 2)
  local led = sign == '?' and redis.call('GET', KEYS[at])
  if not led or led == mine or string.sub(led, 1, #generation) ~= generation or string.sub(led, #generation + 1, #generation + 2) == '- ' then
    redis.call('SET', KEYS[at], mine, 'PX', sign == '-' and ARGV[5] or ARGV[4])
  end
end
return 1`;

/**
 * Shared records of one kind and one scope. A name points to a record (`generation record`) or is a miss
 * (`generation - at`); a record is stored once (`generation at json`). Values of another generation than the scope's
 * are ignored: deleting a generation invalidates its scope, and the next look-up creates a new one.
 */
export class RedisRecordCache<Fetched> implements SharedRecordCache<Fetched> {
  readonly #breaker: RedisCircuitBreaker;
  readonly #options: RedisCacheOptions;
  readonly #scope: CacheScope;
  readonly #kind: SharedKind;
  readonly #team: string;
  readonly #shape = Type.Unsafe<Fetched>(Type.Object({}));

  constructor(breaker: RedisCircuitBreaker, options: RedisCacheOptions, scope: CacheScope, kind: SharedKind) {
    this.#breaker = breaker;
    this.#options = options;
    this.#scope = scope;
    this.#kind = kind;
    this.#team = teamPart(scope);
  }

  /** One round trip for the names, another for the records that they point to. */
  async lookUp(names: readonly string[]): Promise<SharedLookup<Fetched>> {
    const found = new Map<string, SharedHit<Fetched>>();
    const { key, team } = this.#scope;
    const { keys } = this.#options;
    const ms = generationMs(this.#options);
    const generations = [
      keys.everything,
      keys.keyGeneration(key),
      ...(team === undefined ? [] : [keys.teamGeneration(key, team)]),
    ];
    const answers = await this.#breaker.ask((pipeline) => {
      for (const one of generations)
        pipeline.set(one, randomBytes(9).toString('base64url'), 'PX', ms, 'NX').getex(one, 'PX', ms);
      pipeline.mget(this.#marks);
      if (names.length > 0) pipeline.mget(names.map((name) => this.#nameKey(name)));
      if (team !== undefined) pipeline.sadd(keys.teams(key), this.#team).pexpire(keys.teams(key), ms);
    }, timeoutFor(names.length));
    if (!answers) return { versionToken: undefined, found };
    const generation = generations.map((_, at) => answers[2 * at + 1]).join('.');
    const versionToken = [generation, ...textsOf(answers[2 * generations.length])].join(' ');
    if (names.length === 0) return { versionToken, found };

    const leads = textsOf(answers[2 * generations.length + 1]);
    const records = new Map<string, string[]>();
    for (const [at, name] of names.entries()) {
      const [of, record, since] = leads[at]?.split(' ') ?? [];
      if (of !== generation || record === undefined) continue;
      if (record === '-') found.set(name, { record: undefined, ageMs: this.#ageOf(since), bytes: name.length });
      else records.set(record, [...(records.get(record) ?? []), name]);
    }
    for (const [record, one] of await this.#read([...records.keys()], generation))
      for (const name of records.get(record) ?? []) found.set(name, one);
    for (const [name, { ageMs }] of found) if (!(ageMs <= this.#options.keepMs)) found.delete(name);
    return { versionToken, found };
  }

  async #read(records: readonly string[], generation: string): Promise<Map<string, SharedHit<Fetched>>> {
    const read = new Map<string, SharedHit<Fetched>>();
    if (records.length === 0) return read;
    const keys = records.map((record) => this.#recordKey(record));
    const [texts] = (await this.#breaker.ask((pipeline) => pipeline.mget(keys), timeoutFor(records.length))) ?? [];
    for (const [at, text] of textsOf(texts).entries()) {
      const record = records[at];
      const [, of, since, json] = /^(\S+) (\S+) (.*)$/s.exec(text ?? '') ?? [];
      const value = of === generation && json !== undefined ? parseJson(json) : undefined;
      if (record === undefined || json === undefined || !check(this.#shape, value)) continue;
      read.set(record, { record: value, ageMs: this.#ageOf(since), bytes: json.length });
    }
    return read;
  }

  /** One round trip for an answer; another to delete it if it was invalidated meanwhile. */
  async put(versionToken: string, { records, missing }: FetchedRecords<Fetched>): Promise<void> {
    const { keepMs, keepMissingMs, now } = this.#options;
    const [generation = '', ...marks] = versionToken.split(' ');
    const at = now();
    const leads = new Map<string, string>(missing.map((name) => [this.#nameKey(name), `-${generation} - ${at}`]));
    const claimed = new Map<string, string>();
    const texts = new Map<string, Buffer>();
    for (const { record, names } of records) {
      const [first, ...others] = names.own;
      const id = first ?? names.attributed[0];
      if (id === undefined) continue;
      const led = hash(id);
      texts.set(this.#recordKey(led), Buffer.concat([Buffer.from(`${generation} ${at} `), jsonBytesOf(record)]));
      for (const name of [id, ...names.attributed]) leads.set(this.#nameKey(name), `!${generation} ${led}`);
      for (const name of others) claimed.set(this.#nameKey(name), `?${generation} ${led}`);
    }
    for (const [name, lead] of claimed) if (!leads.has(name)) leads.set(name, lead);
    if (leads.size === 0) return;
    const keys = [...this.#marks, ...leads.keys()];
    const patience = timeoutFor(records.length);
    const answers = await this.#breaker.ask((pipeline) => {
      for (const [key, text] of texts) pipeline.set(key, text, 'PX', keepMs);
      pipeline.eval(
        nameScript,
        keys.length,
        ...keys,
        ...marks,
        generation,
        keepMs,
        Math.min(keepMs, keepMissingMs),
        ...leads.values(),
      );
    }, patience);
    if (answers?.at(-1) === 0 && texts.size > 0)
      await this.#breaker.ask((pipeline) => pipeline.del(...texts.keys()), patience);
  }

  /** Keys of the marks that change when a record is invalidated, for all credentials or for this key. */
  get #marks(): string[] {
    return [this.#options.keys.invalidations, this.#options.keys.invalidationsOf(this.#scope.key)];
  }

  /** Age in milliseconds; 0 for a time in the future, since the clocks of two machines differ. */
  #ageOf(at: string | undefined): number {
    return Math.max(0, this.#options.now() - Number(at));
  }

  #nameKey(name: string): string {
    return this.#options.keys.name(this.#scope.key, this.#kind, name, this.#team);
  }

  #recordKey(record: string): string {
    return this.#options.keys.record(this.#scope.key, this.#kind, record, this.#team);
  }
}

const textsOf = (answer: unknown): readonly (string | undefined)[] =>
  Array.isArray(answer) ? answer.map((one) => (typeof one === 'string' ? one : undefined)) : [];
