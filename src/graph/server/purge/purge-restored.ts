import { ApprovalStore } from '../../approvals/approval-store.ts';
import { WatchedPeople } from '../../changes/watched-people.ts';
import { TargetListStore } from '../../lists/target-list-store.ts';
import type { Database } from '../../state/database.ts';
import { ExclusionStore } from '../../state/exclusions/kept-exclusions.ts';
import type { Seal } from '../../state/seal/seal.ts';
import { SqliteAdapter } from '../../state/sqlite-adapter.ts';
import { StateStore } from '../../state/state-store.ts';
import { beginEpoch } from '../../state/store-epoch.ts';
import { TaskStore } from '../../state/tasks/task-store.ts';
import { People } from './personal-data.ts';
import { forgetAll, forgetPeople, nothingKept } from './purge.ts';

/** What was purged after a backup was made. */
export interface Forgotten {
  /** Whether everything was purged. */
  readonly all: boolean;
  /** Digests of the names of purged people. */
  readonly digests: readonly string[];
}

/**
 * Ends all sessions in a restored database, and purges people from it again. Resolves with the number of mapping
 * results, exclusions, targets, approvals, watched people and texts that changed.
 */
export async function prepareRestored(
  database: Database,
  retentionMs: number,
  { all, digests }: Forgotten,
  seal: Seal,
): Promise<number> {
  const state = new StateStore(new SqliteAdapter(database, Date.now), seal);
  // End all sessions, since it is not known which were revoked after the backup.
  await beginEpoch(state);
  const exclusions = new ExclusionStore(state);
  const targetLists = new TargetListStore(state);
  const approvals = new ApprovalStore(state);
  const store = new TaskStore(state, retentionMs);
  const watches = new WatchedPeople(state);
  if (!all && digests.length === 0) return 0;
  const kept = { store, exclusions, targetLists, approvals, watches, state };
  const people = new People({ profiles: [], names: [] }, digests);
  const ofPeople = digests.length > 0 ? await forgetPeople(kept, people, digests) : nothingKept;
  const counts = all ? await forgetAll(kept, ofPeople) : ofPeople;
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
