import { type Kysely, sql } from 'kysely';

/**
 * What is left to index anew, since words are made in another way now: a row for each kind of record, with the id up to which
 * it is done. A migration is one transaction, and this takes long on a large store: so it is put down here, and done after
 * the migrations in batches (`index/reindex.ts`).
 */
const statements = [
  'create table reindex (kind text primary key, after_id uuid)',
  ...['profile', 'company'].map(
    (kind) => `insert into reindex (kind) select '${kind}' where exists (select from ${kind})`,
  ),
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
