import type { Logger } from 'pino';
import type { Database } from './database.ts';
import { SqliteAdapter } from './sqlite-adapter.ts';
import { StateStore } from './state-store.ts';

interface Options {
  /** The Redis that several graphs share; undefined: this graph is alone, and keeps its state in its own database. */
  readonly redisUrl: string | undefined;
  /** Its opener closes it. */
  readonly database: Database;
  readonly now: () => number;
  readonly log: Logger;
}

/** Opens the state of a graph. Rejects with `StoreUnavailable` if Redis does not answer. */
export async function openState({ redisUrl, database, now, log }: Options): Promise<StateStore> {
  if (redisUrl === undefined) return new StateStore(new SqliteAdapter(database, now));
  const [{ connectRedis }, { RedisAdapter }, { adoptRedis }] = await Promise.all([
    import('./redis-connections.ts'),
    import('./redis-adapter.ts'),
    import('./adopt-earlier.ts'),
  ]);
  const connections = await connectRedis(redisUrl, log);
  const store = new StateStore(new RedisAdapter(connections));
  try {
    await adoptRedis(connections.commands, store);
  } catch (error) {
    await store.close();
    throw error;
  }
  return store;
}
