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
  /** The Redis that several graphs share; undefined if this graph uses its own database. */
  readonly redisUrl: string | undefined;
  readonly database: Database;
  readonly now: () => number;
  /** The keyed hash that identifies an API key in the store. */
  readonly ownerOf: (apiKey: string) => string;
  /** Maximum sessions of a key. */
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
  /** Resolves once all payments are settled. */
  close(): Promise<void>;
}

/**
 * Opens the state, and all features that store in it: purses, sessions with codes and receipts, child teams,
 * exclusions, target lists and approvals.
 *
 * @throws {import('../../state/store-unavailable.ts').StoreUnavailable} if the store cannot be opened
 */
export async function openPurses({
  redisUrl,
  database,
  now,
  ownerOf,
  mostSessions,
  log,
}: Options): Promise<OpenPurses> {
  // Log only the message: a Redis error contains its command.
  const onTrouble = (error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    log.warn({ reason }, 'The store of purses failed.');
  };
  const state = await openState({ redisUrl, database, now, log });
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
