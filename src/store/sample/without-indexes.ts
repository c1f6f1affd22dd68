import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';

/**
 * Does the work while these indexes are away, then makes them anew as they were. Inside a transaction, so that nobody
 * ever misses them.
 */
export async function withoutIndexes(
  trx: Kysely<Database>,
  names: readonly string[],
  work: () => Promise<void>,
  onMade: (done: number, total: number) => void = () => undefined,
): Promise<void> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes
    where schemaname = current_schema() and indexname = any(${names}::text[])`.execute(trx);
  for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(trx);
  await work();
  for (const [index, { definition }] of rows.entries()) {
    await sql.raw(definition).execute(trx);
    onMade(index + 1, rows.length);
  }
}
