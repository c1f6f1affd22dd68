import { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import type { Redis } from 'ioredis';
import Type, { type Static } from 'typebox';

/** A Redis by key: the value's type, and the value as the commands of that type give it. */
export const RedisDump = Type.Record(
  Type.String(),
  Type.Union([
    Type.Object({ type: Type.Literal('string'), value: Type.String() }),
    Type.Object({ type: Type.Literal('hash'), value: Type.Record(Type.String(), Type.String()) }),
    Type.Object({ type: Type.Enum(['list', 'set', 'zset']), value: Type.Array(Type.String()) }),
  ]),
);
export type RedisDump = Static<typeof RedisDump>;

export async function dumpRedis(redis: Redis): Promise<RedisDump> {
  const dump: RedisDump = {};
  for (const key of (await redis.keys('*')).sort()) {
    // Of a process that is not there any more when this is read.
    if (key.startsWith('kith:purse-holder:')) continue;
    const type = await redis.type(key);
    if (type === 'hash') dump[key] = { type, value: await redis.hgetall(key) };
    else if (type === 'list') dump[key] = { type, value: await redis.lrange(key, 0, -1) };
    else if (type === 'set') dump[key] = { type, value: (await redis.smembers(key)).sort() };
    else if (type === 'zset') dump[key] = { type, value: await redis.zrange(key, '0', '-1', 'WITHSCORES') };
    else dump[key] = { type: 'string', value: (await redis.get(key)) ?? '' };
  }
  return dump;
}

export async function loadRedis(redis: Redis, dump: RedisDump): Promise<void> {
  for (const [key, { type, value }] of Object.entries(dump)) {
    if (type === 'string') await redis.set(key, value);
    else if (type === 'hash') await redis.hset(key, value);
    else if (type === 'list') await redis.rpush(key, ...value);
    else if (type === 'set') await redis.sadd(key, ...value);
    else
      for (let at = 0; at < value.length; at += 2)
        await redis.zadd(key, value[at + 1] === 'inf' ? Infinity : Number(value[at + 1]), value[at] ?? '');
  }
}

/** What a Redis holds, to compare: JSON as what it says, and what is random under one name. */
export function storedInRedis(dump: RedisDump): unknown {
  let text = JSON.stringify(parsed(dump)).replaceAll(/"holder":"[^"]+"/g, '"holder":"a holder"');
  for (const [key, { value }] of Object.entries(dump))
    if (key.endsWith('generation')) text = text.replaceAll(String(value), `the generation of ${key}`);
  return JSON.parse(text);
}

/** What a database of the graph holds, to compare: the rows of each table. */
export function storedInDatabase(path: string): unknown {
  using sqlite = new DatabaseSync(path);
  const tables = sqlite.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`).all();
  return {
    ...Object.fromEntries(
      tables.map(({ name }) => [name, sqlite.prepare(`SELECT * FROM ${name} ORDER BY 1, 2`).all().map(parsed)]),
    ),
  };
}

/**
 * Where a value differs from what an earlier version wrote. Members that it does not know count for nothing, and neither do
 * later migrations.
 */
export function differences(earlier: unknown, present: unknown, path = ''): readonly string[] {
  if (Array.isArray(earlier) && Array.isArray(present)) {
    if (path === '/migration')
      return earlier
        .filter((one) => !present.some((other) => isDeepStrictEqual(one, other)))
        .map((one) => `${path} lacks ${JSON.stringify(one)}`);
    return earlier.length !== present.length
      ? [`${path} has ${present.length} entries instead of ${earlier.length}`]
      : earlier.flatMap((one, at) => differences(one, present[at], `${path}/${at}`));
  }
  if (isObject(earlier) && isObject(present))
    return Object.keys(earlier).flatMap((member) => differences(earlier[member], present[member], `${path}/${member}`));
  return earlier === present ? [] : [`${path} is ${JSON.stringify(present)} instead of ${JSON.stringify(earlier)}`];
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** With what is JSON in a text as what it says. */
function parsed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(parsed);
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, parsed(one)]));
  return typeof value === 'string' && /^\{.*\}$/s.test(value) ? JSON.parse(value) : value;
}
