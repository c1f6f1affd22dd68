import type { Logger } from 'pino';
import type { Database } from '../database.ts';
import type { ExclusionStore } from './kept-exclusions.ts';
import { SqliteExclusionStore } from './sqlite-exclusion-store.ts';

interface Options {
  /** What several graphs share; undefined: a graph is alone, and remembers in its own database. */
  readonly redisUrl: string | undefined;
  readonly database: Database;
  readonly log: Logger;
}

interface OpenExclusions {
  readonly exclusions: ExclusionStore;
  close(): Promise<void>;
}

/** Opens the lists of whom teams keep out of introductions, without a graph. Rejects with `StoreUnavailable` where they can't be had. */
export async function openExclusions({ redisUrl, database, log }: Options): Promise<OpenExclusions> {
  if (redisUrl === undefined) return { exclusions: new SqliteExclusionStore(database), close: async () => undefined };
  const [{ connectRedis }, { RedisExclusionStore }] = await Promise.all([
    import('../redis-connections.ts'),
    import('./redis-exclusion-store.ts'),
  ]);
  const { commands, subscriptions } = await connectRedis(redisUrl, log);
  const close = async () => {
    subscriptions.disconnect();
    await commands.quit().catch(() => commands.disconnect());
  };
  return { exclusions: new RedisExclusionStore(commands), close };
}
