import type { Logger } from 'pino';
import { ChildTeams } from '../../state/child-teams/child-teams.ts';
import { SqliteChildTeamStore } from '../../state/child-teams/sqlite-child-team-store.ts';
import type { Database } from '../../state/database.ts';
import type { ExclusionStore } from '../../state/exclusions/kept-exclusions.ts';
import { SqliteExclusionStore } from '../../state/exclusions/sqlite-exclusion-store.ts';
import type { PurseStore } from '../../state/purses/purse-store.ts';
import { Purses } from '../../state/purses/purses.ts';
import { SessionReceipts } from '../../state/purses/session-receipts.ts';
import { SqlitePurseStore } from '../../state/purses/sqlite-purse-store.ts';
import { SqliteReceiptStore } from '../../state/purses/sqlite-receipt-store.ts';
import { SessionCodes } from '../../state/sessions/session-codes.ts';
import type { SessionList } from '../../state/sessions/session-list.ts';
import { SqliteCodeStore } from '../../state/sessions/sqlite-code-store.ts';
import { SqliteSessionList } from '../../state/sessions/sqlite-session-list.ts';

interface Options {
  /** What several graphs share; undefined: this graph is alone, and remembers in its own database. */
  readonly redisUrl: string | undefined;
  readonly database: Database;
  readonly now: () => number;
  /** The keyed hash under which what is a key's is kept. */
  readonly ownerOf: (apiKey: string) => string;
  /** How many sessions a key may have at a time. */
  readonly mostSessions?: number;
  readonly log: Logger;
}

interface OpenPurses {
  readonly purses: Purses;
  readonly sessions: SessionList;
  readonly codes: SessionCodes;
  readonly receipts: SessionReceipts;
  readonly childTeams: ChildTeams;
  readonly exclusions: ExclusionStore;
  /** Resolves once what was paid is settled. */
  close(): Promise<void>;
}

/** Opens purses, sessions, the codes for them, their receipts, what is known of child teams, and whom teams keep out of introductions. Rejects with `StoreUnavailable` where their store can't be had. */
export async function openPurses({
  redisUrl,
  database,
  now,
  ownerOf,
  mostSessions,
  log,
}: Options): Promise<OpenPurses> {
  // The message alone: a Redis error carries its command.
  const onTrouble = (error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    log.warn({ reason }, 'The store of purses failed.');
  };
  const over = (store: PurseStore) => new Purses(store, onTrouble);
  if (redisUrl === undefined) {
    const purses = over(new SqlitePurseStore(database, now, onTrouble));
    const sessions = new SqliteSessionList(database, now, mostSessions);
    const codes = new SessionCodes(new SqliteCodeStore(database, now), now);
    const receipts = new SessionReceipts(new SqliteReceiptStore(database), now, onTrouble);
    const childTeams = new ChildTeams(new SqliteChildTeamStore(database), ownerOf, onTrouble);
    const exclusions = new SqliteExclusionStore(database);
    const close = async () => {
      await receipts.close();
      await purses.close();
    };
    return { purses, sessions, codes, receipts, childTeams, exclusions, close };
  }
  const [{ connectRedis }, { RedisPurseStore }, { RedisReceiptStore }] = await Promise.all([
    import('../../state/redis-connections.ts'),
    import('../../state/purses/redis-purse-store.ts'),
    import('../../state/purses/redis-receipt-store.ts'),
  ]);
  const [{ RedisSessionList }, { RedisCodeStore }, { RedisChildTeamStore }, { RedisExclusionStore }] =
    await Promise.all([
      import('../../state/sessions/redis-session-list.ts'),
      import('../../state/sessions/redis-code-store.ts'),
      import('../../state/child-teams/redis-child-team-store.ts'),
      import('../../state/exclusions/redis-exclusion-store.ts'),
    ]);
  const connections = await connectRedis(redisUrl, log);
  const purses = over(await RedisPurseStore.open(connections, now, onTrouble));
  const sessions = await RedisSessionList.open(connections, now, mostSessions);
  const codes = new SessionCodes(new RedisCodeStore(connections.commands, now), now);
  const receipts = new SessionReceipts(new RedisReceiptStore(connections.commands), now, onTrouble);
  const childTeams = new ChildTeams(new RedisChildTeamStore(connections.commands), ownerOf, onTrouble);
  const exclusions = new RedisExclusionStore(connections.commands);
  const close = async () => {
    await receipts.close();
    await purses.close();
    connections.subscriptions.disconnect();
    await connections.commands.quit().catch(() => connections.commands.disconnect());
  };
  return { purses, sessions, codes, receipts, childTeams, exclusions, close };
}
