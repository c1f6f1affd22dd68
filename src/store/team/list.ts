import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';
import { columnList, rowsAs } from '../record/rows.ts';
import { inTransaction } from '../record/transaction.ts';
import { type Label, labelColumns, labelRows } from './label.ts';
import { byRecord } from './tag.ts';

export interface ListEntry extends Label {
  readonly profileId: string;
  readonly status?: string | undefined;
}

const entryColumns = { team_id: 'uuid', name: 'text', profile_id: 'uuid', status: 'text' };

/** Adds profiles to lists, which are created as needed; existing entries get the new status. */
export function putListEntries(db: Kysely<Database>, entries: readonly ListEntry[]): Promise<void> {
  const rows = new Map(
    entries.map(({ teamId, name, profileId, status }) => [
      `${teamId} ${profileId} ${name}`,
      { team_id: teamId, name, profile_id: profileId, status: status ?? null },
    ]),
  );
  return inTransaction(db, async (trx) => {
    await sql`insert into profile_list (${columnList(labelColumns)})
      select r.id, r.team_id, r.name from ${rowsAs(labelColumns, labelRows('list', entries))}
      where not exists (select from profile_list l where l.team_id = r.team_id and l.name = r.name)
      on conflict do nothing`.execute(trx);
    await sql`insert into profile_list_entry (list_id, profile_id, status)
      select l.id, r.profile_id, r.status from ${rowsAs(entryColumns, [...rows.values()])}
      join profile_list l on l.team_id = r.team_id and l.name = r.name
      on conflict (list_id, profile_id) do update set status = excluded.status`.execute(trx);
  });
}

/** Removes a profile from a list, but not the list itself. Returns false if the profile was not on it. */
export async function removeListEntry(
  db: Kysely<Database>,
  { teamId, name, profileId }: Pick<ListEntry, 'teamId' | 'name' | 'profileId'>,
): Promise<boolean> {
  const { rows } = await sql`delete from profile_list_entry entry using profile_list list
    where list.id = entry.list_id and list.team_id = ${teamId}::uuid and list.name = ${name}
      and entry.profile_id = ${profileId}::uuid returning 1`.execute(db);
  return rows.length > 0;
}

/** A list in the form of the contract's ListEntry. */
export interface ListOfProfile {
  readonly id: string;
  readonly name: string;
  readonly status: string | null;
}

/** The team's lists with each of these profiles, by name; profiles on no list are not in the map. */
export async function listsOf(
  db: Kysely<Database>,
  teamId: string,
  profileIds: readonly string[],
): Promise<ReadonlyMap<string, readonly ListOfProfile[]>> {
  if (profileIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('profile_list_entry as entry')
    .innerJoin('profile_list as list', 'list.id', 'entry.list_id')
    .select(['entry.profile_id as record_id', 'list.id', 'list.name', 'entry.status'])
    .where('list.team_id', '=', teamId)
    .where(sql<boolean>`entry.profile_id = any(${profileIds}::uuid[])`)
    .orderBy('list.name')
    .orderBy('list.id')
    .execute();
  return byRecord(rows);
}
