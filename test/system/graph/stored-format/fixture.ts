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
