import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { reasonOf } from '../../telemetry/reason.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

const oldest = 6;

/** Checks the Redis that graphs share: version, role, permissions, memory and persistence. Leaves no keys in it. */
export async function checkRedis(url: string): Promise<readonly Finding[]> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: 5000,
    commandTimeout: 5000,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  // Not needed: the failing command rejects with the same error.
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    // ioredis goes on in database 0 if the URL's cannot be selected.
    if (redis.options.db) await redis.select(redis.options.db);
    const info = fieldsOf(await redis.info());
    return [versionOf(info), roleOf(info), await rightsOf(redis), evictionOf(info), ...persistenceOf(info)];
  } catch (error) {
    return [
      problem(
        `Redis does not answer as it should (${reasonOf(error)}): check REDIS_URL, its database, the password and the user’s permissions.`,
      ),
    ];
  } finally {
    redis.disconnect();
  }
}

type Fields = ReadonlyMap<string, string>;

const fieldsOf = (info: string): Fields =>
  new Map(
    info.split(/\r?\n/).flatMap((line) => {
      const [name = '', value] = line.split(':', 2);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );

function versionOf(info: Fields): Finding {
  const version = info.get('redis_version') ?? 'unknown';
  return Number.parseInt(version, 10) >= oldest
    ? ok(`Redis has version ${version}.`)
    : problem(`Redis ${oldest} or later is required, found ${version}.`);
}

const roleOf = (info: Fields): Finding =>
  info.get('role') === 'master'
    ? ok('Redis accepts writes.')
    : problem(`Redis is a ${info.get('role')}, which accepts no writes: REDIS_URL must name the primary.`);

/** Tries what graphs need: read, write, run scripts, and publish. */
async function rightsOf(redis: Redis): Promise<Finding> {
  const key = `kith:doctor:${randomUUID()}`;
  try {
    await redis.set(key, '1', 'EX', 10);
    await redis.eval('return redis.call("GET", KEYS[1])', 1, key);
    await redis.publish(key, '1');
    await redis.del(key);
    return ok('The user may read, write, run scripts and publish.');
  } catch (error) {
    return problem(
      `The user lacks a right that graphs need (${reasonOf(error)}): grant +@read +@write +@scripting +@pubsub on all keys and channels.`,
    );
  }
}

function evictionOf(info: Fields): Finding {
  const policy = info.get('maxmemory_policy');
  return policy === 'noeviction' || info.get('maxmemory') === '0'
    ? ok('Redis evicts nothing.')
    : problem(`Redis may evict purses and tasks (maxmemory-policy ${policy}): set noeviction.`);
}

function persistenceOf(info: Fields): readonly Finding[] {
  const appends = info.get('aof_enabled') === '1';
  const saved = info.get('rdb_last_bgsave_status') === 'ok';
  const appended = !appends || info.get('aof_last_write_status') === 'ok';
  return [
    appends
      ? ok('Redis keeps an append-only file.')
      : warning(
          'Redis keeps no append-only file: if Redis fails, it loses what purses have spent since its last snapshot. Set appendonly yes.',
        ),
    saved && appended
      ? ok('Redis’ last writes to its disk succeeded.')
      : problem('Redis’ last write to its disk failed: see its log.'),
  ];
}
