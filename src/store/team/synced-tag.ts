import { type Kysely, sql } from 'kysely';
import type { SearchableKind } from '../../contract/catalogue.ts';
import type { Database } from '../database.ts';
import { inTransaction } from '../record/transaction.ts';
import { byRecord, type TagOfRecord } from './tag.ts';

/**
 * Copies all teams' tags to the table that v2 reads. Runs when records are imported; later changes of tags do not show
 * in v2 until then.
 */
export function syncTags(db: Kysely<Database>): Promise<void> {
  return inTransaction(db, async (trx) => {
    await trx.deleteFrom('synced_tag').execute();
    for (const kind of ['profile', 'company'] as const) {
      await sql`insert into synced_tag (kind, record_id, team_id, tag_id, name)
        select ${kind}::text, put.${sql.ref(`${kind}_id`)}, tag.team_id, tag.id, tag.name
        from ${sql.table(`${kind}_tag`)} put join tag on tag.id = put.tag_id
        on conflict do nothing`.execute(trx);
    }
  });
}

/** The team's tags on each of these records as last synced, by name; records without tags are not in the map. */
export async function syncedTagsOf(
  db: Kysely<Database>,
  kind: SearchableKind,
  teamId: string,
  recordIds: readonly string[],
): Promise<ReadonlyMap<string, readonly TagOfRecord[]>> {
  if (recordIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('synced_tag')
    .select(['record_id', 'tag_id as id', 'name'])
    .where('kind', '=', kind)
    .where('team_id', '=', teamId)
    .where(sql<boolean>`record_id = any(${recordIds}::uuid[])`)
    .orderBy('name')
    .execute();
  return byRecord(rows);
}
