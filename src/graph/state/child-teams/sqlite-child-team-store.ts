import type { Database } from '../database.ts';
import type { ChildTeamStore, KnownTeam } from './child-teams.ts';

const migrations = [
  `CREATE TABLE child_team (
     owner TEXT NOT NULL,
     id TEXT NOT NULL,
     name TEXT,
     PRIMARY KEY (owner, id)
   ) STRICT, WITHOUT ROWID;`,
];

/** Child teams in the graph's own database. */
export class SqliteChildTeamStore implements ChildTeamStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
    database.migrate('child-team', migrations);
  }

  async put(owner: string, { id, name = null }: { readonly id: string; readonly name?: string | null | undefined }) {
    this.#database.run`
      INSERT INTO child_team (owner, id, name) VALUES (${owner}, ${id}, ${name})
      ON CONFLICT DO UPDATE SET name = coalesce(excluded.name, name)`;
  }

  async team(owner: string, id: string): Promise<KnownTeam | undefined> {
    const row = this.#database.get`SELECT id, name FROM child_team WHERE owner = ${owner} AND id = ${id}`;
    return row && teamIn(row);
  }

  async teams(owner: string, first: number): Promise<readonly KnownTeam[]> {
    return this.#database.all`
      SELECT id, name FROM child_team WHERE owner = ${owner}
      ORDER BY name IS NULL, name, id LIMIT ${first}`.map(teamIn);
  }
}

const teamIn = ({ id, name }: Readonly<Record<string, unknown>>): KnownTeam => ({
  id: String(id),
  ...(typeof name === 'string' && { name }),
});
