import { type Kysely, sql } from 'kysely';

/** Websites have a key for their page: those of all companies are computed again (`index/reindex.ts`). */
const statement = `insert into reindex (kind) select 'company' where exists (select from company)
  on conflict (kind) do update set after_id = null`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statement).execute(db);
}
