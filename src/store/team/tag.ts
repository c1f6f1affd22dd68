import { type Kysely, sql } from 'kysely';
import type { SearchableKind } from '../../contract/catalogue.ts';
import type { Database } from '../database.ts';
import { columnList, rowsAs } from '../record/rows.ts';
import { inTransaction } from '../record/transaction.ts';
import { type Label, labelColumns, labelRows } from './label.ts';

export interface Tagging extends Label {
  readonly recordId: string;
}

const taggingColumns = { team_id: 'uuid', name: 'text', record_id: 'uuid' };

/** Adds tags to profiles or companies; creates missing tags. */
export function putTags(db: Kysely<Database>, kind: SearchableKind, taggings: readonly Tagging[]): Promise<void> {
  const rows = taggings.map(({ teamId, name, recordId }) => ({ team_id: teamId, name, record_id: recordId }));
  return inTransaction(db, async (trx) => {
    await sql`insert into tag (${columnList(labelColumns)})
      select ${columnList(labelColumns)} from ${rowsAs(labelColumns, labelRows('tag', taggings))}
      on conflict do nothing`.execute(trx);
    await sql`insert into ${sql.table(`${kind}_tag`)} (tag_id, ${sql.ref(`${kind}_id`)})
      select tag.id, r.record_id from ${rowsAs(taggingColumns, rows)}
      join tag on tag.team_id = r.team_id and tag.name = r.name
      on conflict do nothing`.execute(trx);
  });
}

/** Removes a tag from a record, but not the tag itself. Returns false if the record did not have it. */
export async function removeTag(
  db: Kysely<Database>,
  kind: SearchableKind,
  { teamId, name, recordId }: Pick<Tagging, 'teamId' | 'name' | 'recordId'>,
): Promise<boolean> {
  const { rows } = await sql`delete from ${sql.table(`${kind}_tag`)} put using tag
    where tag.id = put.tag_id and tag.team_id = ${teamId}::uuid and tag.name = ${name}
      and put.${sql.ref(`${kind}_id`)} = ${recordId}::uuid returning 1`.execute(db);
  return rows.length > 0;
}

/** A tag in the form of the contract's Tag. */
export interface TagOfRecord {
  readonly id: string;
  readonly name: string;
}

/** The team's tags on each of these records, by name; records without tags are not in the map. */
export async function tagsOf(
  db: Kysely<Database>,
  kind: SearchableKind,
  teamId: string,
  recordIds: readonly string[],
): Promise<ReadonlyMap<string, readonly TagOfRecord[]>> {
  if (recordIds.length === 0) return new Map();
  const { rows } = await sql<TagOfRecord & { readonly record_id: string }>`
    select put.${sql.ref(`${kind}_id`)} as record_id, tag.id, tag.name
    from ${sql.table(`${kind}_tag`)} put join tag on tag.id = put.tag_id
    where tag.team_id = ${teamId} and put.${sql.ref(`${kind}_id`)} = any(${recordIds}::uuid[])
    order by tag.name`.execute(db);
  return byRecord(rows);
}

/** Groups rows by record. */
export function byRecord<Row>(
  rows: readonly (Row & { readonly record_id: string })[],
): ReadonlyMap<string, readonly Omit<Row, 'record_id'>[]> {
  const groups = new Map<string, Omit<Row, 'record_id'>[]>();
  for (const { record_id, ...row } of rows) groups.set(record_id, [...(groups.get(record_id) ?? []), row]);
  return groups;
}
