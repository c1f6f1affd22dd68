import type { Redis, Result } from 'ioredis';
import type { RedisConnections } from './redis-connections.ts';
import {
  afterPrefix,
  type Commit,
  type Committed,
  type Entry,
  type ListedEntry,
  type Listener,
  type Message,
  type Range,
  type StateAdapter,
  type Write,
} from './state-adapter.ts';

/**
 * Commits to one partition. A partition has three Redis keys with a common hash tag, so that they share a cluster slot:
 *
 * 1. a hash of entries by key: version, space, expiry in milliseconds since 1970 or 0, space, value; the empty key
 *    holds the last version
 * 2. a sorted set of the keys, all with one score: they sort by their bytes
 * 3. a sorted set of the keys that expire, scored by expiry
 *
 * ARGV: the numbers of reads, limits, writes, appends and messages; then for each read its key and version, for each
 * limit its prefix, end of range and maximum, for each write its key, 1 or 0 (remove), ttl (or 0) and value, for each
 * append its log, ttl and value, for each message its channel and text. Returns `{1, version, removed}`, `{0, now,
 * entry of each read}` after a collision, or `{2}` if a limit is exceeded. Times are Redis's own, so the processes'
 * clocks do not matter. Numbers are formatted explicitly: Lua would print large ones with an exponent.
 */
const commitScript = `
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local entries, keys, ends = KEYS[1], KEYS[2], KEYS[3]
local function remove(key)
  redis.call('ZREM', keys, key)
  redis.call('ZREM', ends, key)
  return redis.call('HDEL', entries, key)
end
for _, key in ipairs(redis.call('ZRANGE', ends, '-inf', now, 'BYSCORE')) do remove(key) end

local at = 6
local differs = false
for index = 1, tonumber(ARGV[1]) do
  local entry = redis.call('HGET', entries, ARGV[at])
  if (entry and string.match(entry, '^%d+') or '0') ~= ARGV[at + 1] then differs = true end
  at = at + 2
end
if differs then
  local found = {0, string.format('%.0f', now)}
  for index = 1, tonumber(ARGV[1]) do found[index + 2] = redis.call('HGET', entries, ARGV[4 + index * 2]) end
  return found
end

local limits_at = at
at = at + tonumber(ARGV[2]) * 3
local writes_at = at
for limit = 0, tonumber(ARGV[2]) - 1 do
  local prefix, stop, max = ARGV[limits_at + limit * 3], ARGV[limits_at + limit * 3 + 1], tonumber(ARGV[limits_at + limit * 3 + 2])
  local count = redis.call('ZLEXCOUNT', keys, '[' .. prefix, '(' .. stop)
  for write = 0, tonumber(ARGV[3]) - 1 do
    local key, kept = ARGV[writes_at + write * 4], ARGV[writes_at + write * 4 + 1] == '1'
    if string.sub(key, 1, #prefix) == prefix then
      local is_there = redis.call('HEXISTS', entries, key) == 1
      if kept and not is_there then count = count + 1 elseif is_there and not kept then count = count - 1 end
    end
  end
  if count > max then return {2} end
end

local last = tonumber(redis.call('HGET', entries, '') or '0')
local version = string.format('%.0f', math.max(last + 1, tonumber(time[1]) * 1000000 + tonumber(time[2])))
local function write(key, ttl, value)
  local stop = ttl > 0 and string.format('%.0f', now + ttl) or '0'
  redis.call('HSET', entries, key, version .. ' ' .. stop .. ' ' .. value)
  redis.call('ZADD', keys, 0, key)
  if ttl > 0 then redis.call('ZADD', ends, stop, key) else redis.call('ZREM', ends, key) end
end
local removed = 0
for index = 1, tonumber(ARGV[3]) do
  if ARGV[at + 1] == '1' then write(ARGV[at], tonumber(ARGV[at + 2]), ARGV[at + 3])
  else removed = removed + remove(ARGV[at]) end
  at = at + 4
end
for index = 1, tonumber(ARGV[4]) do
  local key = ARGV[at] .. string.rep('0', 16 - #version) .. version .. string.format('-%04d', index - 1)
  write(key, tonumber(ARGV[at + 1]), ARGV[at + 2])
  at = at + 3
end
for index = 1, tonumber(ARGV[5]) do
  redis.call('PUBLISH', ARGV[at], ARGV[at + 1])
  at = at + 2
end

local count = redis.call('HLEN', entries) - redis.call('HEXISTS', entries, '')
if count == 0 then
  redis.call('DEL', entries, keys, ends)
else
  redis.call('HSET', entries, '', version)
  if redis.call('ZCARD', ends) == count then
    local stop = redis.call('ZRANGE', ends, -1, -1, 'WITHSCORES')[2]
    for _, key in ipairs(KEYS) do redis.call('PEXPIREAT', key, stop) end
  else
    redis.call('PERSIST', entries)
    redis.call('PERSIST', keys)
    redis.call('PERSIST', ends)
  end
end
return {1, version, removed}`;

declare module 'ioredis' {
  interface RedisCommander<Context> {
    /** `commitScript`, sent once. */
    commitState(...keysAndArguments: (string | number)[]): Result<unknown, Context>;
  }
}

/** Keys read per page of a list. */
const pageSize = 1000;

/** State in a Redis that several graph processes share. */
export class RedisAdapter implements StateAdapter {
  readonly isShared = true;
  readonly #commands: Redis;
  readonly #subscriptions: Redis;
  readonly #listeners = new Map<string, Set<Listener>>();

  /** Takes ownership of the connections: `close` closes them. */
  constructor({ commands, subscriptions }: RedisConnections) {
    this.#commands = commands;
    this.#subscriptions = subscriptions;
    commands.defineCommand('commitState', { numberOfKeys: 3, lua: commitScript });
    subscriptions.on('message', (channel, text) => this.#heard(channel, text));
    subscriptions.on('ready', () => void this.#resubscribe());
  }

  async get(partition: string, keys: readonly string[]): Promise<ReadonlyMap<string, Entry>> {
    const [texts, time] = await Promise.all([this.#commands.hmget(keyOf(partition), ...keys), this.#commands.time()]);
    return entriesOf(keys, texts, timeOf(time));
  }

  async list(partition: string, { prefix, after, first, reverse = false }: Range): Promise<readonly ListedEntry[]> {
    const stop = `(${afterPrefix(prefix)}`;
    const found: ListedEntry[] = [];
    let from = after;
    for (;;) {
      const count = Math.min(pageSize, (first ?? Number.POSITIVE_INFINITY) - found.length);
      if (count <= 0) return found;
      const keys = reverse
        ? await this.#commands.zrange(
            ...[`${keyOf(partition)}:keys`, from === undefined ? stop : `(${from}`, `[${prefix}`],
            ...(['BYLEX', 'REV', 'LIMIT', 0, count] as const),
          )
        : await this.#commands.zrange(
            ...[`${keyOf(partition)}:keys`, from === undefined || from < prefix ? `[${prefix}` : `(${from}`, stop],
            ...(['BYLEX', 'LIMIT', 0, count] as const),
          );
      if (keys.length > 0) for (const [key, entry] of await this.get(partition, keys)) found.push({ key, ...entry });
      if (keys.length < count) return found;
      from = keys.at(-1);
    }
  }

  async commit(partition: string, commit: Commit): Promise<Committed> {
    const { reads = new Map(), writes = new Map(), appends = [], limits = [], messages = [] } = commit;
    const key = keyOf(partition);
    const answer: unknown = await this.#commands.commitState(
      ...[key, `${key}:keys`, `${key}:ends`],
      ...[reads.size, limits.length, writes.size, appends.length, messages.length],
      ...[...reads].flat(),
      ...limits.flatMap(({ prefix, max }) => [prefix, afterPrefix(prefix), max]),
      ...[...writes].flatMap(([name, write]) => [name, write ? 1 : 0, ttlOf(write), write?.value ?? '']),
      ...appends.flatMap((append) => [append.log, ttlOf(append), append.value]),
      ...messages.flatMap(({ channel, text }) => [channelOf(channel), text]),
    );
    if (!Array.isArray(answer))
      throw new TypeError('Redis must answer the commit script with a list, but answered something else.');
    if (answer[0] === 1) return { kind: 'committed', version: Number(answer[1]), removed: Number(answer[2]) };
    if (answer[0] === 2) return { kind: 'full' };
    return { kind: 'collision', entries: entriesOf([...reads.keys()], answer.slice(2), Number(answer[1])) };
  }

  async sizeOf(partition: string): Promise<number> {
    return (await this.#commands.memory('USAGE', keyOf(partition))) ?? 0;
  }

  async *partitions(prefix: string): AsyncIterable<string> {
    let cursor = '0';
    do {
      const [next, keys] = await this.#commands.scan(cursor, 'MATCH', `${keyStart}${prefix}*}`, 'COUNT', 100);
      cursor = next;
      for (const key of keys) yield key.slice(keyStart.length, -1);
    } while (cursor !== '0');
  }

  async publish({ channel, text }: Message): Promise<void> {
    await this.#commands.publish(channelOf(channel), text);
  }

  async subscribe(channel: string, listener: Listener): Promise<() => void> {
    const name = channelOf(channel);
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(listener));
    // If the connection is down, `#resubscribe` subscribes once it is back.
    await this.#subscriptions.subscribe(name).catch(() => undefined);
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0 || this.#listeners.get(name) !== listeners) return;
      this.#listeners.delete(name);
      this.#subscriptions.unsubscribe(name).catch(() => undefined);
    };
  }

  /** Does nothing: durability is configured in Redis (`appendonly`). */
  async flush(): Promise<void> {}

  erase(): void {}

  async close(): Promise<void> {
    this.#listeners.clear();
    this.#subscriptions.disconnect();
    await this.#commands.quit().catch(() => this.#commands.disconnect());
  }

  async #resubscribe(): Promise<void> {
    const channels = [...this.#listeners.keys()];
    if (channels.length === 0) return;
    await this.#subscriptions.subscribe(...channels).catch(() => undefined);
    for (const channel of channels) this.#heard(channel, undefined);
  }

  #heard(channel: string, text: string | undefined): void {
    for (const listener of this.#listeners.get(channel) ?? []) listener(text);
  }
}

const keyStart = 'kith:state:{';
const keyOf = (partition: string): string => `${keyStart}${partition}}`;
const channelOf = (channel: string): string => `kith:channel:${channel}`;

/** In milliseconds; 0 if it never expires. */
const ttlOf = (write: Write | undefined): number =>
  write?.ttlMs === undefined ? 0 : Math.max(1, Math.ceil(write.ttlMs));

/** Milliseconds since 1970, from seconds and microseconds. */
const timeOf = ([seconds, micros]: readonly (number | string)[]): number =>
  Number(seconds) * 1000 + Math.floor(Number(micros) / 1000);

function entriesOf(keys: readonly string[], texts: readonly unknown[], now: number): ReadonlyMap<string, Entry> {
  const entries = new Map<string, Entry>();
  for (const [at, key] of keys.entries()) {
    const text = texts[at];
    if (typeof text !== 'string') continue;
    const first = text.indexOf(' ');
    const second = text.indexOf(' ', first + 1);
    const end = Number(text.slice(first + 1, second));
    if (end !== 0 && end <= now) continue;
    const ttlMs = end === 0 ? undefined : end - now;
    entries.set(key, { value: text.slice(second + 1), version: Number(text.slice(0, first)), ttlMs });
  }
  return entries;
}
