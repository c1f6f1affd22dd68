import { type Kysely, sql } from 'kysely';

/** Names are found without regard to accents, too: the tokens of all records are made anew (`index/reindex.ts`). */
const statements = ['profile', 'company'].map(
  (kind) => `insert into reindex (kind) select '${kind}' where exists (select from ${kind})
    on conflict (kind) do update set after_id = null`,
);

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
