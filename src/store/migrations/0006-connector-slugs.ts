import { type Kysely, sql } from 'kysely';
import { slugKey } from '../../contract/identifier.ts';
import { rowsAs } from '../record/rows.ts';

/**
 * A team has one connector for a slug, though the slug may move to another record: its form compared becomes a column. Of
 * connectors that share one already, the first has it.
 */
const uniqueSlugs = `create unique index connector_slug on connector (team_id, mapped_company_id, slug_key)
  nulls not distinct where slug_key is not null`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table connector add column slug_key text`.execute(db);
  const { rows } = await sql<{ id: string; slug: string }>`select id, slug from connector`.execute(db);
  const keys = rows.map(({ id, slug }) => ({ id, slug_key: slugKey(slug) }));
  await sql`update connector set slug_key = first.slug_key
    from (
      select distinct on (team_id, mapped_company_id, r.slug_key) connector.id, r.slug_key
      from connector join ${rowsAs({ id: 'uuid', slug_key: 'text' }, keys)} using (id)
      order by team_id, mapped_company_id, r.slug_key, created_at, connector.id
    ) as first
    where connector.id = first.id and first.slug_key <> ''`.execute(db);
  await sql.raw(uniqueSlugs).execute(db);
}
