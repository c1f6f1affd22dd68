import type { Logger } from 'pino';
import type { Database } from '../database.ts';
import type { OnGone, PurseStore } from './purse-store.ts';
import { SqlitePurseStore } from './sqlite-purse-store.ts';

interface Options {
  /** As in `openState`. */
  readonly redisUrl: string | undefined;
  readonly database: Database;
  readonly now: () => number;
  readonly onTrouble: (error: unknown) => void;
  readonly onGone?: OnGone;
  readonly log: Logger;
}

interface OpenPurseStore {
  readonly store: PurseStore;
  /** Closes its connections, once it has ended. */
  disconnect(): Promise<void>;
}

/** Opens the store of purses. Rejects with `StoreUnavailable` if Redis does not answer. */
export async function openPurseStore(options: Options): Promise<OpenPurseStore> {
  const { redisUrl, database, now, onTrouble, onGone, log } = options;
  if (redisUrl === undefined)
    return {
      store: new SqlitePurseStore(database, now, onTrouble, onGone),
      disconnect: async () => undefined,
    };
  const [{ connectRedis }, { RedisPurseStore }] = await Promise.all([
    import('../redis-connections.ts'),
    import('./redis-purse-store.ts'),
  ]);
  const connections = await connectRedis(redisUrl, log);
  return {
    store: await RedisPurseStore.open(connections, now, onTrouble, onGone),
    disconnect: async () => {
      connections.subscriptions.disconnect();
      await connections.commands.quit().catch(() => connections.commands.disconnect());
    },
  };
}
