import type { Logger } from 'pino';
import type { Database } from '../database.ts';
import type { LeaseStore } from '../lease.ts';
import { SqliteTaskStore } from './sqlite-store.ts';
import type { TaskStore } from './task-store.ts';

interface Options {
  /** The Redis that several graphs share; undefined: this graph is alone, and stores in its own database. */
  readonly redisUrl: string | undefined;
  readonly database: Database;
  readonly retentionMs: number;
  readonly log: Logger;
}

interface Stores {
  readonly store: TaskStore;
  /** Undefined where no other replica has the store. */
  readonly leases: LeaseStore | undefined;
}

/** Opens the store of mapping tasks. Rejects with `StoreUnavailable` where it can't be opened. */
export async function openStores({ redisUrl, database, retentionMs, log }: Options): Promise<Stores> {
  if (redisUrl === undefined) return { store: new SqliteTaskStore({ database, retentionMs }), leases: undefined };
  const [{ connectRedis }, { RedisTaskStore }, { RedisLeaseStore }] = await Promise.all([
    import('../redis-connections.ts'),
    import('./redis-store.ts'),
    import('./redis-lease-store.ts'),
  ]);
  const connections = await connectRedis(redisUrl, log);
  return { store: new RedisTaskStore(connections, retentionMs), leases: new RedisLeaseStore(connections.commands) };
}
