import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { LeaseStore } from '../lease.ts';

/** KEYS: the lease. ARGV: the replica, milliseconds. */
const acquireScript = `
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1`;

const releaseScript = `
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
return 0`;

/** Leases among the graphs that share a Redis; the leases of one that dies expire. */
export class RedisLeaseStore implements LeaseStore {
  readonly #redis: Redis;
  readonly #replica = randomUUID();

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  async acquire(name: string, milliseconds: number): Promise<boolean> {
    return (await this.#redis.eval(acquireScript, 1, key(name), this.#replica, milliseconds)) === 1;
  }

  async release(name: string): Promise<void> {
    await this.#redis.eval(releaseScript, 1, key(name), this.#replica);
  }
}

const key = (name: string): string => `kith:lease:{${name}}`;
