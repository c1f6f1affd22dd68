import { type Kysely, sql } from 'kysely';

/**
 * The tags as v2 shows them: a copy that stands still between two syncs, so that it refers to no tag that might be
 * renamed or removed in between.
 */
const statements = [
  `create table synced_tag (
    kind text not null check (kind in ('profile', 'company')),
    record_id uuid not null,
    team_id uuid not null references team on delete cascade,
    tag_id uuid not null,
    name text not null,
    primary key (kind, record_id, tag_id)
  )`,
  ...['profile', 'company'].map(
    (kind) => `insert into synced_tag (kind, record_id, team_id, tag_id, name)
      select '${kind}', put.${kind}_id, tag.team_id, tag.id, tag.name
      from ${kind}_tag put join tag on tag.id = put.tag_id`,
  ),
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
