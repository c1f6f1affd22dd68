import type { Database } from '../../database.ts';
import { SqliteTaskStore } from '../../mapping/store/sqlite-store.ts';
import { nameDigest, nameOf, People } from './personal-data.ts';
import { purgeResults } from './purge.ts';

/** What was forgotten after a backup was made. */
export interface Forgotten {
  /** Whoever there was. */
  readonly all: boolean;
  /** People, by digests of their names. */
  readonly digests: readonly string[];
}

/** The digests of people's names, as they are kept to forget them again. */
export const digestsOf = (names: readonly string[]): readonly string[] => names.map((text) => nameDigest(nameOf(text)));

/** Forgets people in a database that comes from a backup; answers how many results of mapping tasks changed. */
export async function purgeRestored(
  database: Database,
  retentionMs: number,
  { all, digests }: Forgotten,
): Promise<number> {
  const store = new SqliteTaskStore({ database, retentionMs });
  return all ? store.reviseResults(() => undefined) : purgeResults(store, new People([], digests));
}
