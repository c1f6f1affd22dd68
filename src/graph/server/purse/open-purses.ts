import type { Logger } from 'pino';
import { ApprovalStore } from '../../approvals/approval-store.ts';
import { TargetListStore } from '../../lists/target-list-store.ts';
import { Allowances } from '../../state/allowances/allowances.ts';
import { ChildTeams } from '../../state/child-teams/child-teams.ts';
import type { Database } from '../../state/database.ts';
import { ExclusionStore } from '../../state/exclusions/kept-exclusions.ts';
import { openState } from '../../state/open-state.ts';
import { PurseStore } from '../../state/purses/purse-store.ts';
import { Purses } from '../../state/purses/purses.ts';
import { SessionReceipts } from '../../state/purses/session-receipts.ts';
import { SessionCodes } from '../../state/sessions/session-codes.ts';
import { SessionList } from '../../state/sessions/session-list.ts';
import type { StateStore } from '../../state/state-store.ts';
import { StoreEpoch } from '../../state/store-epoch.ts';

interface Options {
  /** What several graphs share; undefined: this graph is alone, and remembers in its own database. */
  readonly redisUrl: string | undefined;
  readonly database: Database;
  readonly now: () => number;
  /** How long mapping tasks are kept, in milliseconds. */
  readonly retentionMs?: number | undefined;
  /** The keyed hash under which what is a key's is kept. */
  readonly ownerOf: (apiKey: string) => string;
  /** How many sessions a key may have at a time. */
  readonly mostSessions?: number;
  readonly log: Logger;
}

interface OpenPurses {
  readonly state: StateStore;
  readonly purses: Purses;
  readonly sessions: SessionList;
  readonly epoch: StoreEpoch;
  readonly codes: SessionCodes;
  readonly receipts: SessionReceipts;
  readonly allowances: Allowances;
  readonly childTeams: ChildTeams;
  readonly exclusions: ExclusionStore;
  readonly targetLists: TargetListStore;
  readonly approvals: ApprovalStore;
  /** Resolves once what was paid is settled. */
  close(): Promise<void>;
}

/** Opens purses, sessions, the codes for them, their receipts, what is known of child teams, whom teams keep out of introductions, their target lists, and approvals. Rejects with `StoreUnavailable` where their store can't be had. */
export async function openPurses({
  redisUrl,
  database,
  now,
  retentionMs,
  ownerOf,
  mostSessions,
  log,
}: Options): Promise<OpenPurses> {
  // The message alone: a Redis error carries its command.
  const onTrouble = (error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    log.warn({ reason }, 'The store of purses failed.');
  };
  const state = await openState({ redisUrl, database, now, retentionMs, log });
  const epoch = await StoreEpoch.open(state);
  const sessions = await SessionList.open(state, now, mostSessions);
  const receipts = new SessionReceipts(state, now, onTrouble);
  const onGone = (owner: string, purse: string) => receipts.forget(owner, purse);
  const allowances = await Allowances.open(state, ownerOf, now, onTrouble);
  const purses = new Purses(await PurseStore.open({ state, now, onTrouble, onGone }), onTrouble);
  return {
    ...{ state, purses, sessions, epoch, receipts, allowances },
    codes: new SessionCodes(state, now),
    childTeams: new ChildTeams(state, ownerOf, onTrouble),
    exclusions: new ExclusionStore(state),
    targetLists: new TargetListStore(state, now),
    approvals: new ApprovalStore(state, now),
    close: async () => {
      await receipts.close();
      await purses.close();
      epoch.close();
      await state.close();
    },
  };
}
