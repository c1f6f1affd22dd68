import Value from 'typebox/value';
import type { Database } from '../../database.ts';
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
    return new Map(rows.map(({ key, entry }) => [String(key), Value.Parse(KeptExclusion, JSON.parse(String(entry)))]));
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
}
