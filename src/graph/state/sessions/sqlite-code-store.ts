import type { Database } from '../database.ts';
import type { CodeStore, KeptCode } from './session-codes.ts';

/** Times are in milliseconds since 1970. */
const migrations = [
  `CREATE TABLE session_code (
     id TEXT PRIMARY KEY,
     sealed TEXT NOT NULL,
     expires_at INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;`,
];

/** Codes in the graph's own database. */
export class SqliteCodeStore implements CodeStore {
  readonly #database: Database;
  readonly #now: () => number;

  constructor(database: Database, now: () => number) {
    this.#database = database;
    this.#now = now;
    database.migrate('session-code', migrations);
  }

  async put({ id, sealed, expiresAt }: KeptCode): Promise<void> {
    this.#database.run`DELETE FROM session_code WHERE expires_at <= ${this.#now()}`;
    this.#database.run`INSERT INTO session_code (id, sealed, expires_at) VALUES (${id}, ${sealed}, ${expiresAt})`;
  }

  async take(id: string): Promise<string | undefined> {
    const [row] = this.#database.all`DELETE FROM session_code WHERE id = ${id} RETURNING sealed, expires_at`;
    return row && Number(row.expires_at) > this.#now() ? String(row.sealed) : undefined;
  }
}
