import type { Database } from '../../state/database.ts';
import { SqliteExclusionStore } from '../../state/exclusions/sqlite-exclusion-store.ts';
import { SqliteTaskStore } from '../../state/tasks/sqlite-store.ts';
import { nameDigest, namesIn, People } from './personal-data.ts';
import { purgeResults } from './purge.ts';

/** What was forgotten after a backup was made. */
export interface Forgotten {
  /** Whoever there was. */
  readonly all: boolean;
  /** People, by digests of their names. */
  readonly digests: readonly string[];
}

/** The digests of people's names, as they are kept to forget them again. */
export const digestsOf = (names: readonly string[]): readonly string[] => names.flatMap(namesIn).map(nameDigest);

/** Forgets people in a database that comes from a backup; answers how many results of mapping tasks and entries of exclusion lists changed. */
export async function purgeRestored(
  database: Database,
  retentionMs: number,
  { all, digests }: Forgotten,
): Promise<number> {
  const store = new SqliteTaskStore({ database, retentionMs });
  const exclusions = new SqliteExclusionStore(database);
  if (all) return (await store.reviseResults(() => undefined)) + (await exclusions.clear());
  const people = new People([], digests);
  const results = await purgeResults(store, people);
  return results + (await exclusions.removeReasons((value) => people.has(value)));
}
