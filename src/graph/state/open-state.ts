import type { Logger } from 'pino';
import type { Database } from './database.ts';
import { adoptTables } from './earlier/adopt-tables.ts';
import { SqliteAdapter } from './sqlite-adapter.ts';
import { StateStore } from './state-store.ts';

interface Options {
  /**
   * The Redis that several graph processes share; undefined for a single process, with its state in its own database.
   */
  readonly redisUrl: string | undefined;
  /** The caller closes it. */
  readonly database: Database;
  readonly now: () => number;
  /** How long mapping tasks stored by 1.0.0-rc.1 are retained, in milliseconds. */
  readonly retentionMs?: number | undefined;
  readonly log: Logger;
}

const dayMs = 86_400_000;

/** Opens the state of a graph. Rejects with `StoreUnavailable` if Redis does not answer. */
export async function openState({ redisUrl, database, now, retentionMs = dayMs, log }: Options): Promise<StateStore> {
  if (redisUrl === undefined) {
    const adapter = new SqliteAdapter(database, now);
    adoptTables(database, retentionMs);
    return new StateStore(adapter);
  }
  const [{ connectRedis }, { RedisAdapter }, { adoptRedis }] = await Promise.all([
    import('./redis-connections.ts'),
    import('./redis-adapter.ts'),
    import('./earlier/adopt-redis.ts'),
  ]);
  const connections = await connectRedis(redisUrl, log);
  const store = new StateStore(new RedisAdapter(connections));
  try {
    await adoptRedis({ commands: connections.commands, store, retentionMs });
  } catch (error) {
    await store.close();
    throw error;
  }
  return store;
}
