import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';
import { insertRows } from '../record/rows.ts';
import { uuidFrom } from '../record/uuid.ts';
import { byRecord } from './tag.ts';

export interface Note {
  /** Default: derived from the team, the profile and the content, so that a repeated note is stored once. */
  readonly id?: string | undefined;
  readonly teamId: string;
  readonly profileId: string;
  readonly content: string;
  /** Private notes are not served. */
  readonly isPrivate?: boolean | undefined;
}

/** Adds notes of a team on profiles; existing ids are left alone. Returns the notes' ids. */
export async function putNotes(db: Kysely<Database>, notes: readonly Note[]): Promise<readonly string[]> {
  const columns = { id: 'uuid', team_id: 'uuid', profile_id: 'uuid', content: 'text', is_private: 'boolean' };
  const rows = notes.map(({ id, teamId, profileId, content, isPrivate }) => ({
    id: id ?? uuidFrom(`note ${teamId} ${profileId} ${content}`),
    team_id: teamId,
    profile_id: profileId,
    content,
    is_private: isPrivate ?? false,
  }));
  await insertRows(db, 'note', columns, rows);
  return rows.map(({ id }) => id);
}

/** Removes a team's note. Returns false if the team has none with this id. */
export async function removeNote(
  db: Kysely<Database>,
  { teamId, id }: { readonly teamId: string; readonly id: string },
): Promise<boolean> {
  const row = await db
    .deleteFrom('note')
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** A note in the form of the contract's V2Note. */
export interface NoteOfProfile {
  readonly id: string;
  readonly content: string;
}

/** The team's notes on each of these profiles, oldest first, without private ones. */
export async function notesOf(
  db: Kysely<Database>,
  teamId: string,
  profileIds: readonly string[],
): Promise<ReadonlyMap<string, readonly NoteOfProfile[]>> {
  if (profileIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('note')
    .select(['profile_id as record_id', 'id', 'content'])
    .where('team_id', '=', teamId)
    .where('is_private', '=', false)
    .where(sql<boolean>`profile_id = any(${profileIds}::uuid[])`)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return byRecord(rows);
}
