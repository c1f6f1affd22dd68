import { type Kysely, sql } from 'kysely';

/** Who was forgotten, by keyed digests of their names: an import passes them over. */
const statement = `create table forgotten (
  digest text primary key,
  forgotten_at timestamptz not null default now()
)`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statement).execute(db);
}
