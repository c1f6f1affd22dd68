import { familyOf, type StoredFamily } from './state-adapter.ts';
import type { StateStore } from './state-store.ts';

export const coreFamilies: readonly StoredFamily[] = [
  { family: 'purged-people', sealed: true },
  ...[
    ...['admin-nonce', 'child-teams', 'code', 'lease', 'owned', 'purse-holders', 'purse-owners', 'purses'],
    ...['revoked-sessions', 'seal', 'sessions', 'store', 'switched-sessions'],
  ].map((family) => ({ family })),
];

/** The partitions that nothing claims, such as those of a feature that was taken out. Nobody else purges people there. */
export async function unclaimedPartitions(
  state: StateStore,
  claimed: readonly StoredFamily[],
): Promise<readonly string[]> {
  const families = new Set(claimed.map(({ family }) => family));
  const found = new Set<string>();
  for await (const partition of state.partitions('')) if (!families.has(familyOf(partition))) found.add(partition);
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
