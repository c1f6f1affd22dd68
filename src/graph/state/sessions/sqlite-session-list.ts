import { parse } from '../../validate.ts';
import type { Database } from '../database.ts';
import { RevokedHere } from './revoked-sessions.ts';
import { ListedSession, mostSessions, type SessionList } from './session-list.ts';

/** Times are in milliseconds since 1970. */
const migrations = [
  `CREATE TABLE session (
     id TEXT PRIMARY KEY,
     owner TEXT NOT NULL,
     session TEXT NOT NULL,
     expires_at INTEGER NOT NULL,
     revoked INTEGER NOT NULL DEFAULT 0
   ) STRICT;
   CREATE INDEX session_owner ON session (owner);
   CREATE INDEX session_expires ON session (expires_at);`,
];

/** Sessions in the graph's own database. */
export class SqliteSessionList implements SessionList {
  readonly revoked: RevokedHere;
  readonly most: number;
  readonly #database: Database;
  readonly #now: () => number;

  constructor(database: Database, now: () => number, most = mostSessions) {
    this.#database = database;
    this.#now = now;
    this.most = most;
    this.revoked = new RevokedHere(now);
    database.migrate('session', migrations);
    for (const { id, expires_at: end } of database.all`SELECT id, expires_at FROM session WHERE revoked = 1`)
      this.revoked.note(String(id), Number(end));
  }

  async add(owner: string, session: ListedSession): Promise<boolean> {
    const database = this.#database;
    return database.transaction(() => {
      database.run`DELETE FROM session WHERE expires_at <= ${this.#now()}`;
      const row = database.get`SELECT count(*) AS count FROM session WHERE owner = ${owner}`;
      if (Number(row?.count) >= this.most) return false;
      database.run`
        INSERT INTO session (id, owner, session, expires_at)
        VALUES (${session.id}, ${owner}, ${JSON.stringify(session)}, ${session.expiresAt})`;
      return true;
    });
  }

  async sessions(owner: string): Promise<readonly ListedSession[]> {
    const rows = this.#database.all`
      SELECT session FROM session WHERE owner = ${owner} AND revoked = 0 AND expires_at > ${this.#now()}
      ORDER BY session ->> 'createdAt' DESC, id`;
    return rows.map(({ session }) => parse(ListedSession, JSON.parse(String(session))));
  }

  async revoke(owner: string, id: string): Promise<boolean> {
    const database = this.#database;
    const row = database.get`
      SELECT expires_at FROM session
      WHERE owner = ${owner} AND id = ${id} AND revoked = 0 AND expires_at > ${this.#now()}`;
    if (!row) return false;
    database.run`UPDATE session SET revoked = 1 WHERE id = ${id}`;
    this.revoked.note(id, Number(row.expires_at));
    return true;
  }
}
