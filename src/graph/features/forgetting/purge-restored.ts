import type { Database } from '../../state/database.ts';
import { People } from '../../state/people/people.ts';
import type { Stored } from '../../state/people/personal-data.ts';
import type { Seal } from '../../state/seal/seal.ts';
import { SqliteAdapter } from '../../state/sqlite-adapter.ts';
import { StateStore } from '../../state/state-store.ts';
import { beginEpoch } from '../../state/store-epoch.ts';
import { purgeState } from './purge.ts';

/** The purges since a backup. */
export interface Forgotten {
  /** Whether everything was purged. */
  readonly all: boolean;
  /** Digests of the names of purged people. */
  readonly digests: readonly string[];
}

/**
 * Ends all sessions in a restored database, and purges people from it again. Resolves with the number of entries that
 * were removed or changed.
 */
export async function prepareRestored(
  database: Database,
  { all, digests }: Forgotten,
  stored: Stored,
  seal: Seal,
): Promise<number> {
  const state = new StateStore(new SqliteAdapter(database, Date.now), seal, stored.families);
  // End all sessions, since it is not known which were revoked after the backup.
  await beginEpoch(state);
  if (!all && digests.length === 0) return 0;
  const people = new People({ profiles: [], names: [] }, digests);
  const removed = await purgeState({ state, stored }, people, all);
  return removed.reduce((sum, { count }) => sum + count, 0);
}
