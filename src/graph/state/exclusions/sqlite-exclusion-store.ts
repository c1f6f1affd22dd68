import { parse } from '../../validate.ts';
import type { Database } from '../database.ts';
import { type ExclusionOwner, type ExclusionStore, KeptExclusion } from './kept-exclusions.ts';

/** `team` is empty for the key's own. */
const migrations = [
  `CREATE TABLE intro_exclusion (
     owner TEXT NOT NULL,
     team TEXT NOT NULL,
     key TEXT NOT NULL,
     entry TEXT NOT NULL,
     PRIMARY KEY (owner, team, key)
   ) STRICT, WITHOUT ROWID;`,
];

/** Lists in the graph's own database. */
export class SqliteExclusionStore implements ExclusionStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
    database.migrate('intro-exclusion', migrations);
  }

  async all({ owner, childTeamId = '' }: ExclusionOwner): Promise<ReadonlyMap<string, KeptExclusion>> {
    const rows = this.#database.all`
      SELECT key, entry FROM intro_exclusion WHERE owner = ${owner} AND team = ${childTeamId}`;
    return new Map(rows.map(({ key, entry }) => [String(key), parse(KeptExclusion, JSON.parse(String(entry)))]));
  }

  async put({ owner, childTeamId = '' }: ExclusionOwner, entries: ReadonlyMap<string, KeptExclusion>): Promise<void> {
    this.#database.transaction(() => {
      for (const [key, entry] of entries)
        this.#database.run`
          INSERT OR REPLACE INTO intro_exclusion (owner, team, key, entry)
          VALUES (${owner}, ${childTeamId}, ${key}, ${JSON.stringify(entry)})`;
    });
  }

  async remove({ owner, childTeamId = '' }: ExclusionOwner, keys: readonly string[]): Promise<number> {
    return this.#database.transaction(() => {
      let removed = 0;
      for (const key of keys)
        if (
          this.#database.get`
            DELETE FROM intro_exclusion WHERE owner = ${owner} AND team = ${childTeamId} AND key = ${key} RETURNING key`
        )
          removed += 1;
      return removed;
    });
  }

  async removeReasons(isOf: (value: string) => boolean): Promise<number> {
    return this.#erased(() => {
      let changed = 0;
      for (const { owner = null, team = null, key = null, entry } of this.#database
        .all`SELECT * FROM intro_exclusion`) {
        const { reason, ...kept } = parse(KeptExclusion, JSON.parse(String(entry)));
        if (reason === undefined || !isOf(kept.value)) continue;
        this.#database.run`
          UPDATE intro_exclusion SET entry = ${JSON.stringify(kept)}
          WHERE owner = ${owner} AND team = ${team} AND key = ${key}`;
        changed += 1;
      }
      return changed;
    });
  }

  async clear(): Promise<number> {
    return this.#erased(() => this.#database.all`DELETE FROM intro_exclusion RETURNING key`.length);
  }

  /** What was replaced or deleted is in no file afterwards. */
  #erased(change: () => number): number {
    const changed = this.#database.transaction(change);
    if (changed > 0) this.#database.erase();
    return changed;
  }
}
