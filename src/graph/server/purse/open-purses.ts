import type { Logger } from 'pino';
import type { PurseStore } from '../../credits/purse/purse-store.ts';
import { Purses } from '../../credits/purse/purses.ts';
import { SessionReceipts } from '../../credits/purse/session-receipts.ts';
import { SqlitePurseStore } from '../../credits/purse/sqlite-purse-store.ts';
import { SqliteReceiptStore } from '../../credits/purse/sqlite-receipt-store.ts';
import type { Database } from '../../database.ts';
import type { ExclusionStore } from '../../operation/introductions/kept-exclusions.ts';
import { SqliteExclusionStore } from '../../operation/introductions/sqlite-exclusion-store.ts';
import { SessionCodes } from '../../operation/sessions/session-codes.ts';
import type { SessionList } from '../../operation/sessions/session-list.ts';
import { SqliteCodeStore } from '../../operation/sessions/sqlite-code-store.ts';
import { SqliteSessionList } from '../../operation/sessions/sqlite-session-list.ts';
import { ChildTeams } from '../../operation/teams/child-teams.ts';
import { SqliteChildTeamStore } from '../../operation/teams/sqlite-child-team-store.ts';

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
    import('../../redis-connections.ts'),
    import('../../credits/purse/redis-purse-store.ts'),
    import('../../credits/purse/redis-receipt-store.ts'),
  ]);
  const [{ RedisSessionList }, { RedisCodeStore }, { RedisChildTeamStore }, { RedisExclusionStore }] =
    await Promise.all([
      import('../../operation/sessions/redis-session-list.ts'),
      import('../../operation/sessions/redis-code-store.ts'),
      import('../../operation/teams/redis-child-team-store.ts'),
      import('../../operation/introductions/redis-exclusion-store.ts'),
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
