import type { Logger } from 'pino';
import type { PurseStore } from '../../credits/purse/purse-store.ts';
import { Purses } from '../../credits/purse/purses.ts';
import { SqlitePurseStore } from '../../credits/purse/sqlite-purse-store.ts';
import type { Database } from '../../database.ts';
import type { SessionList } from '../../operation/sessions/session-list.ts';
import { SqliteSessionList } from '../../operation/sessions/sqlite-session-list.ts';

interface Options {
  /** What several graphs share; undefined: this graph is alone, and remembers in its own database. */
  readonly redisUrl: string | undefined;
  readonly database: Database;
  readonly now: () => number;
  readonly log: Logger;
}

interface OpenPurses {
  readonly purses: Purses;
  readonly sessions: SessionList;
  /** Resolves once what was paid is settled. */
  close(): Promise<void>;
}

/** Opens purses and sessions. Rejects with `StoreUnavailable` where their store can't be had. */
export async function openPurses({ redisUrl, database, now, log }: Options): Promise<OpenPurses> {
  // The message alone: a Redis error carries its command.
  const onTrouble = (error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    log.warn({ reason }, 'The store of purses has trouble.');
  };
  const over = (store: PurseStore) => new Purses(store, onTrouble);
  if (redisUrl === undefined) {
    const purses = over(new SqlitePurseStore(database, now));
    return { purses, sessions: new SqliteSessionList(database, now), close: () => purses.close() };
  }
  const [{ connectRedis }, { RedisPurseStore }, { RedisSessionList }] = await Promise.all([
    import('../../redis-connections.ts'),
    import('../../credits/purse/redis-purse-store.ts'),
    import('../../operation/sessions/redis-session-list.ts'),
  ]);
  const connections = await connectRedis(redisUrl, log);
  const purses = over(await RedisPurseStore.open(connections, now));
  const sessions = await RedisSessionList.open(connections, now);
  const close = async () => {
    await purses.close();
    connections.subscriptions.disconnect();
    await connections.commands.quit().catch(() => connections.commands.disconnect());
  };
  return { purses, sessions, close };
}
