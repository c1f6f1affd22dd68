import { familyOf } from './state-adapter.ts';
import type { StateStore } from './state-store.ts';

/** The families of partitions that this version of Kith stores in, all other partitions being left over. */
const claimedFamilies: ReadonlySet<string> = new Set([
  ...[
    'admin-nonce',
    'approvals',
    'child-teams',
    'code',
    'exclusions',
    'lease',
    'owned',
    'purged-people',
    'purse-holders',
    'purse-owners',
  ],
  ...['purses', 'receipts', 'revoked-sessions', 'seal', 'sessions', 'store', 'switched-sessions', 'target-lists'],
  ...['task-callback', 'task-intent', 'task-result', 'tasks', 'watch', 'watches'],
]);

/** The partitions that nothing claims, such as those of a feature that was taken out. Nobody else purges people there. */
export async function unclaimedPartitions(state: StateStore): Promise<readonly string[]> {
  const found = new Set<string>();
  for await (const partition of state.partitions(''))
    if (!claimedFamilies.has(familyOf(partition))) found.add(partition);
  return [...found];
}

export async function removePartitions(state: StateStore, partitions: readonly string[]): Promise<void> {
  for (const partition of partitions) {
    const entries = await state.list(partition, { prefix: '' });
    await state.remove(
      partition,
      entries.map(({ key }) => key),
    );
  }
}
