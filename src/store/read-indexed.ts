import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from './database.ts';

/**
 * Runs indexed reads (mainly `@@` on tokens) in a transaction, which sees one consistent state. Sequential scans are
 * disabled, since the planner underestimates these indexes on large rows; queries without an index still scan.
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
