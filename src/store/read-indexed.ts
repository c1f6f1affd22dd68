import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from './database.ts';

/**
 * Runs reads that an index answers (`@@` on tokens above all) in a transaction of their own, which sees one state of the
 * data throughout. The planner misprices such indexes on large rows, so sequential scans are left to queries that no
 * index can answer.
 */
export function readIndexed<T>(db: Kysely<Database>, run: (trx: Transaction<Database>) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx);
      return run(trx);
    });
}
