import type { Redis } from 'ioredis';
import { parse } from '../../validate.ts';
import type { RedisConnections } from '../redis-connections.ts';
import { RevokedHere } from './revoked-sessions.ts';
import { ListedSession, mostSessions, type SessionList } from './session-list.ts';

/**
 * KEYS: the sessions (hash), their ends (sorted set), those of the ones revoked (sorted set). ARGV: id, session, end, now, how
 * many there may be.
 */
const addScript = `
local ended = redis.call('ZRANGE', KEYS[2], '-inf', ARGV[4], 'BYSCORE')
for _, id in ipairs(ended) do
  redis.call('HDEL', KEYS[1], id)
  redis.call('ZREM', KEYS[2], id)
end
redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', ARGV[4])
if redis.call('ZCARD', KEYS[2]) + redis.call('ZCARD', KEYS[3]) >= tonumber(ARGV[5]) then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('ZADD', KEYS[2], ARGV[3], ARGV[1])
local last = redis.call('ZRANGE', KEYS[2], -1, -1, 'WITHSCORES')[2]
redis.call('PEXPIREAT', KEYS[1], last)
redis.call('PEXPIREAT', KEYS[2], last)
return 1`;

/** KEYS: as above. ARGV: id, end. The session counts as revoked in the step in which it ceases to be open. */
const revokeScript = `
redis.call('HDEL', KEYS[1], ARGV[1])
redis.call('ZREM', KEYS[2], ARGV[1])
redis.call('ZADD', KEYS[3], ARGV[2], ARGV[1])
redis.call('PEXPIREAT', KEYS[3], redis.call('ZRANGE', KEYS[3], -1, -1, 'WITHSCORES')[2])`;

/** A sorted set of ids by their sessions' ends, and the channel on which a process says so: the end, a space, the id. */
const revokedKey = 'kith:revoked-sessions';

/** Sessions in the Redis that graphs share. */
export class RedisSessionList implements SessionList {
  readonly revoked: RevokedHere;
  readonly most: number;
  readonly #commands: Redis;
  readonly #subscriptions: Redis;
  readonly #now: () => number;

  private constructor({ commands, subscriptions }: RedisConnections, now: () => number, most: number) {
    this.#commands = commands;
    this.#subscriptions = subscriptions;
    this.#now = now;
    this.most = most;
    this.revoked = new RevokedHere(now);
    subscriptions.on('message', (channel, message) => {
      if (channel !== revokedKey) return;
      const [end, id = ''] = message.split(' ');
      this.revoked.note(id, Number(end));
    });
    subscriptions.on('ready', () => {
      this.#catchUp().catch(() => undefined);
    });
  }

  /** The connections are their opener's to close. */
  static async open(connections: RedisConnections, now: () => number, most = mostSessions): Promise<RedisSessionList> {
    const list = new RedisSessionList(connections, now, most);
    await list.#catchUp();
    return list;
  }

  async add(owner: string, session: ListedSession): Promise<boolean> {
    const added = await this.#commands.eval(
      addScript,
      ...keysOf(owner),
      ...[session.id, JSON.stringify(session), Math.ceil(session.expiresAt), this.#now(), this.most],
    );
    return added === 1;
  }

  async sessions(owner: string): Promise<readonly ListedSession[]> {
    const texts = await this.#commands.hvals(sessionsKey(owner));
    return texts
      .map((text) => parse(ListedSession, JSON.parse(text)))
      .filter(({ expiresAt }) => expiresAt > this.#now())
      .toSorted((one, other) => other.createdAt - one.createdAt || (one.id < other.id ? -1 : 1));
  }

  async revoke(owner: string, id: string): Promise<boolean> {
    const text = await this.#commands.hget(sessionsKey(owner), id);
    const session = text === null ? undefined : parse(ListedSession, JSON.parse(text));
    if (!session || session.expiresAt <= this.#now()) return false;
    const end = Math.ceil(session.expiresAt);
    await this.#commands.zadd(revokedKey, end, id);
    await this.#commands.zremrangebyscore(revokedKey, '-inf', this.#now());
    await this.#commands.publish(revokedKey, `${end} ${id}`);
    this.revoked.note(id, end);
    await this.#commands.eval(revokeScript, ...keysOf(owner), id, end);
    return true;
  }

  /** What was published while there was no connection is read. */
  async #catchUp(): Promise<void> {
    await this.#subscriptions.subscribe(revokedKey);
    const revoked = await this.#commands.zrange(revokedKey, this.#now(), '+inf', 'BYSCORE', 'WITHSCORES');
    for (let at = 0; at < revoked.length; at += 2) this.revoked.note(revoked[at] ?? '', Number(revoked[at + 1]));
  }
}

/** The braces keep what one script touches together, where Redis is a cluster. */
const sessionsKey = (owner: string): string => `kith:sessions:{${owner}}`;
const endsKey = (owner: string): string => `kith:session-ends:{${owner}}`;
const revokedEndsKey = (owner: string): string => `kith:revoked-session-ends:{${owner}}`;

/** What both scripts take, after its number. */
const keysOf = (owner: string) => [3, sessionsKey(owner), endsKey(owner), revokedEndsKey(owner)] as const;
