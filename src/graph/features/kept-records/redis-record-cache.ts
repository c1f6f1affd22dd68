import { randomUUID } from 'node:crypto';
import { jsonBytesOf, parseStored } from '../../../client/lazy-records.ts';
import { isUuidKey } from '../../cache/record-key.ts';
import type {
  CacheScope,
  FetchedRecords,
  LoadClaim,
  SharedHit,
  SharedKind,
  SharedLookup,
  SharedRecordCache,
} from '../../cache/shared-cache.ts';
import type { Seal } from '../../state/seal/seal.ts';
import { isRecord, keptText, monthOf, operations, unlessBroken } from './kept-records.ts';
import type { RecordCodec } from './record-codec.ts';
import { type RedisCircuitBreaker, timeoutFor } from './redis-circuit-breaker.ts';
import { hash, newGeneration, ownKey, type RedisKeys, teamPart } from './redis-keys.ts';

export interface RedisCacheOptions {
  readonly keys: RedisKeys;
  /** Seals the names of loads in flight. */
  readonly seal: Seal;
  /** Lifetime of records. */
  readonly keepMs: number;
  readonly keepMissingMs: number;
  /** If records outlive KITH_CACHE_SECONDS: they are sealed, and the team's tags and lists expire after these milliseconds. */
  readonly kept?: { readonly codec: RecordCodec; readonly ownMs: number } | undefined;
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
 * Lifetime of a claim, in milliseconds: it ends so long after the graph that holds it was last there. A load that may be
 * repeated with its key is charged once if it is, even by a graph that has to start first: until then, nobody else pays.
 */
const claimMs = { once: 10_000, repeatable: 60_000 } as const;

/** Purpose of the seal of the names of a load. */
const loadPurpose = 'load in flight';

/** Interval at which a claim is renewed while its load is in flight, in milliseconds. */
const renewMs = 3_000;

/**
 * Claims each name that nobody has claimed, and notes the load with its sealed names. Returns the indices of the names that
 * others hold, of those that the token held before, and other loads with their names: those that were noted earlier, unless
 * both are of uuids alone.
 * KEYS: the hash of loads, then the claims. ARGV: the token, the lifetime, whether all names are uuids (1 or 0), the names,
 * the longest lifetime.
 */
const claimScript = `
local held, resumed, earlier = {}, {}, {}
for at = 2, #KEYS do
  if not redis.call('SET', KEYS[at], ARGV[1], 'NX', 'PX', ARGV[2]) then
    if redis.call('GET', KEYS[at]) == ARGV[1] then
      resumed[#resumed + 1] = at - 2
      redis.call('PEXPIRE', KEYS[at], ARGV[2])
    else held[#held + 1] = at - 2 end
  end
end
local loads = redis.call('HGETALL', KEYS[1])
for at = 1, #loads, 2 do
  if not redis.call('GET', KEYS[1] .. ':' .. loads[at]) then redis.call('HDEL', KEYS[1], loads[at])
  elseif loads[at] ~= ARGV[1] and not (ARGV[3] == '1' and string.sub(loads[at + 1], 1, 1) == '1') then
    earlier[#earlier + 1] = loads[at]
    earlier[#earlier + 1] = string.sub(loads[at + 1], 2)
  end
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3] .. ARGV[4])
redis.call('SET', KEYS[1] .. ':' .. ARGV[1], ARGV[1], 'PX', ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[5])
return {held, resumed, earlier}`;

/**
 * Renews the claims that have the token, or removes them if the lifetime is 0. KEYS: the hash of loads, then the claims.
 * ARGV: the token, the lifetime, the longest lifetime.
 */
const renewScript = `
for at = 2, #KEYS do
  if redis.call('GET', KEYS[at]) == ARGV[1] then redis.call('PEXPIRE', KEYS[at], ARGV[2]) end
end
redis.call('PEXPIRE', KEYS[1] .. ':' .. ARGV[1], ARGV[2])
if ARGV[2] == '0' then redis.call('HDEL', KEYS[1], ARGV[1]) else redis.call('PEXPIRE', KEYS[1], ARGV[3]) end
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
    const generations = keys.generations(key, this.#team);
    const answers = await this.#breaker.ask((pipeline) => {
      for (const one of generations) pipeline.set(one, newGeneration(), 'PX', ms, 'NX').getex(one, 'PX', ms);
      pipeline.mget(this.#marks);
      if (names.length > 0) pipeline.mget(names.map((name) => this.#nameKey(name)));
      // As long as a record may be held, a graph can find out whether it missed an invalidation.
      pipeline.pexpire(keys.latestInvalidation, ms);
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
    const { kept } = this.#options;
    const [texts, owns] =
      (await this.#breaker.ask((pipeline) => {
        pipeline.mget(keys);
        if (kept) pipeline.mget(keys.map(ownKey));
      }, timeoutFor(records.length))) ?? [];
    const own = textsOf(owns);
    const stored = textsOf(texts).flatMap((text, at) => {
      const [, of, since, value] = /^(\S+) (\S+) (.*)$/s.exec(text ?? '') ?? [];
      const record = records[at];
      const info = value === undefined || of !== generation ? undefined : this.#decoded(value);
      if (record === undefined || !info) return [];
      const ageMs = this.#ageOf(since);
      const members = kept && own[at] && ageMs <= kept.ownMs ? this.#decoded(own[at]) : undefined;
      return [{ record, ageMs, text: members ? joined(info, members) : info, isKept: kept !== undefined && !members }];
    });
    const values = parseStored(
      operations[this.#kind],
      stored.map(({ text }) => text),
    );
    for (const [at, { record, text, ...age }] of stored.entries()) {
      const value = values[at];
      if (isRecord<Fetched>(value)) read.set(record, { record: value, bytes: text.length, ...age });
    }
    return read;
  }

  /** Undefined if it cannot be opened: the record is fetched again. */
  #decoded(stored: string): Buffer | undefined {
    const { kept } = this.#options;
    if (!kept) return Buffer.from(stored);
    return unlessBroken(() => kept.codec.decode(Buffer.from(stored, 'base64')));
  }

  /** One round trip for an answer, whatever failed before; another to delete it if it was invalidated meanwhile. */
  async put(versionToken: string, { records, missing }: FetchedRecords<Fetched>): Promise<void> {
    const { keepMs, keepMissingMs, kept, now } = this.#options;
    const [generation = '', ...marks] = versionToken.split(' ');
    const at = now();
    const leads = new Map<string, string>(missing.map((name) => [this.#nameKey(name), `-${generation} - ${at}`]));
    const claimed = new Map<string, string>();
    const texts = new Map<string, Buffer>();
    const owns = new Map<string, Buffer>();
    for (const { record, names } of records) {
      const [first, ...others] = names.own;
      const id = first ?? names.attributed[0];
      if (id === undefined) continue;
      const led = hash(id);
      const recordKey = this.#recordKey(led);
      texts.set(recordKey, Buffer.concat([Buffer.from(`${generation} ${at} `), await this.#encoded(record)]));
      if (kept && kept.ownMs > 0) owns.set(ownKey(recordKey), base64(await kept.codec.encode(ownText(record))));
      for (const name of [id, ...names.attributed]) leads.set(this.#nameKey(name), `!${generation} ${led}`);
      for (const name of others) claimed.set(this.#nameKey(name), `?${generation} ${led}`);
    }
    for (const [name, lead] of claimed) if (!leads.has(name)) leads.set(name, lead);
    if (leads.size === 0) return;
    const keys = [...this.#marks, ...leads.keys()];
    const patience = timeoutFor(records.length);
    const answers = await this.#breaker.ask(
      (pipeline) => {
        for (const [key, text] of texts) pipeline.set(key, text, 'PX', keepMs);
        for (const [key, text] of owns) pipeline.set(key, text, 'PX', kept?.ownMs ?? keepMs);
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
      },
      patience,
      true,
    );
    if (answers?.at(-1) === 0 && texts.size > 0)
      await this.#breaker.ask((pipeline) => pipeline.del(...texts.keys()), patience, true);
  }

  /** One round trip, another to release, and one every few seconds in between. */
  async claim(names: readonly string[], repeats: string | undefined): Promise<LoadClaim | undefined> {
    const { keys, seal } = this.#options;
    const token = repeats === undefined ? randomUUID() : hash(repeats);
    const loads = keys.loads(this.#scope.key, this.#kind, this.#team);
    const claims = names.map((name) => this.#claimKey(name));
    const timeout = timeoutFor(names.length);
    const lifeMs = repeats === undefined ? claimMs.once : claimMs.repeatable;
    const live = (of: readonly string[], ms: number) =>
      this.#breaker.ask(
        (pipeline) => pipeline.eval(renewScript, of.length + 1, loads, ...of, token, ms, claimMs.repeatable),
        timeout,
        true,
      );
    const isOfUuids = names.every(isUuidKey) ? 1 : 0;
    const sealed = seal.sealText(loadPurpose, '', names.join('\n'));
    const [answer] =
      (await this.#breaker.ask(
        (pipeline) =>
          pipeline.eval(
            claimScript,
            claims.length + 1,
            loads,
            ...[...claims, token, lifeMs, isOfUuids, sealed, claimMs.repeatable],
          ),
        timeout,
      )) ?? [];
    const [held, again, earlier] = Array.isArray(answer) ? answer : [];
    if (!Array.isArray(held) || !Array.isArray(again) || !Array.isArray(earlier)) return undefined;
    const [elsewhere, resumed] = [new Set(held.map(Number)), new Set(again.map(Number))];
    const own = claims.filter((_, at) => !elsewhere.has(at));
    const renewal = setInterval(() => void live(own, lifeMs), renewMs).unref();
    return {
      heldElsewhere: new Set(names.filter((_, at) => elsewhere.has(at))),
      resumed: new Set(names.filter((_, at) => resumed.has(at))),
      earlier: this.#earlier(loads, earlier.map(String)),
      release: async () => {
        clearInterval(renewal);
        await live(own, 0);
      },
    };
  }

  /** Loads of other graphs, from pairs of a token and sealed names; those of another secret are left out. */
  #earlier(loads: string, pairs: readonly string[]): LoadClaim['earlier'] {
    const names = pairs.flatMap((sealed, at) =>
      at % 2 === 0
        ? []
        : (unlessBroken(() => this.#options.seal.openText(loadPurpose, '', sealed).toString().split('\n')) ?? []),
    );
    if (names.length === 0) return undefined;
    const live = pairs.filter((_, at) => at % 2 === 0).map((token) => `${loads}:${token}`);
    return {
      names,
      areOver: async () => {
        const [count] =
          (await this.#breaker.ask((pipeline) => pipeline.exists(live), timeoutFor(live.length), true)) ?? [];
        return !(Number(count) > 0);
      },
    };
  }

  async isClaimed(names: readonly string[]): Promise<boolean> {
    const keys = names.map((name) => this.#claimKey(name));
    const [count] =
      (await this.#breaker.ask((pipeline) => pipeline.exists(keys), timeoutFor(names.length), true)) ?? [];
    return Number(count) > 0;
  }

  /** Counts by month (UTC), for the summary. */
  noteKept(records: number): void {
    const { keys, now } = this.#options;
    void this.#breaker.ask((pipeline) => pipeline.incrby(keys.saved(monthOf(now())), records), timeoutFor(1));
  }

  async #encoded(record: Fetched): Promise<Buffer> {
    const { kept } = this.#options;
    return kept ? base64(await kept.codec.encode(keptText(record, this.#kind))) : jsonBytesOf(record);
  }

  /** Keys of the marks that change when a record is invalidated, for all credentials or for this key. */
  get #marks(): string[] {
    return [this.#options.keys.invalidations, this.#options.keys.invalidationsOf(this.#scope.key)];
  }

  /** Age in milliseconds; 0 for a time in the future, since the clocks of two machines differ. */
  #ageOf(at: string | undefined): number {
    return Math.max(0, this.#options.now() - Number(at));
  }

  #claimKey(name: string): string {
    return this.#options.keys.claim(this.#scope.key, this.#kind, name, this.#team);
  }

  #nameKey(name: string): string {
    return this.#options.keys.name(this.#scope.key, this.#kind, name, this.#team);
  }

  #recordKey(record: string): string {
    return this.#options.keys.record(this.#scope.key, this.#kind, record, this.#team);
  }
}

function ownText(record: unknown): string {
  const { tags, lists }: Readonly<Record<string, unknown>> = Object(record);
  return JSON.stringify({ tags: tags ?? null, lists: lists ?? null });
}

/** Two JSON objects as one; the second has a member at least. */
const joined = (one: Buffer, other: Buffer): Buffer =>
  Buffer.concat([one.subarray(0, -1), Buffer.from(','), other.subarray(1)]);

const base64 = (bytes: Buffer): Buffer => Buffer.from(bytes.toString('base64'));

const textsOf = (answer: unknown): readonly (string | undefined)[] =>
  Array.isArray(answer) ? answer.map((one) => (typeof one === 'string' ? one : undefined)) : [];
