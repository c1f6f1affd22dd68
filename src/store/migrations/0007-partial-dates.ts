import { type Kysely, sql } from 'kysely';

/**
 * Partial dates are read in another way: the careers of all profiles are computed again, and then all connections
 * (`index/reindex.ts`).
 */
const statement = `insert into reindex (kind) select 'profile' where exists (select from profile)
  on conflict (kind) do update set after_id = null`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statement).execute(db);
}
