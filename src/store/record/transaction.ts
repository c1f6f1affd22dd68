import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';

/** Runs the work in the transaction that `db` is, or else in one of its own. */
export function inTransaction<T>(db: Kysely<Database>, work: (trx: Kysely<Database>) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}
