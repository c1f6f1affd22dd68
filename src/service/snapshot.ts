import { randomUUID } from 'node:crypto';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../store/database.ts';
import { readIndexed } from '../store/read-indexed.ts';
import type { SnapshotPosition } from './page-token.ts';
import { badRequest, type Problem } from './problem.ts';

/** Snapshots: ordered lists of ids, kept for five minutes after their last use. */

const keptForMs = 5 * 60 * 1000;

export interface Page {
  readonly ids: readonly string[];
  readonly total: number;
  /** Start of the next page; undefined after the last one. */
  readonly next: SnapshotPosition | undefined;
}

export interface PageSize {
  readonly limit: number;
  readonly now: Date;
}

/** The team that a snapshot is stored for, and the maximum size. */
export interface Keeping {
  readonly teamId: string;
  readonly now: Date;
  readonly snapshotBytes: number;
}

/** Default maximum size of a snapshot: a million ids. */
export const snapshotBytes: number = 16 * 1024 * 1024;

/**
 * Maximum storage of one team, as a multiple of the largest snapshot plus overhead. The least recently used snapshots
 * are removed first.
 */
const perTeam = 4;
const rowBytes = 64 * 1024;

/** An id takes 16 bytes in a snapshot. */
const idBytes = 16;

/**
 * The first page of `ids`, a select of one uuid column in order. If there are more pages, all ids are stored. Throws a
 * 400 `Problem` if they exceed `snapshotBytes`, without reading further.
 */
export async function firstPage(
  db: Kysely<Database>,
  ids: RawBuilder<{ id: string }>,
  { limit, ...keeping }: PageSize & Keeping,
): Promise<Page> {
  const { now, snapshotBytes, teamId } = keeping;
  const most = Math.floor(snapshotBytes / idBytes);
  await makeRoom(db, keeping);
  const snapshot = randomUUID();
  const read = sql<{ ids: readonly string[]; total: number }>`
    with found as materialized (select array(${ids} limit ${most + 1}::integer) as ids), kept as (
      insert into search_snapshot (id, team_id, ids, last_used_at)
      select ${snapshot}::uuid, ${teamId}::uuid, ids, ${now}::timestamptz from found
      where ${limit}::integer > 0 and cardinality(ids) > ${limit}::integer and cardinality(ids) <= ${most}::integer
    )
    select to_json(ids[1 : ${limit}::integer]) as ids, cardinality(ids) as total from found`;
  const { rows } = await readIndexed(db, (trx) => read.execute(trx));
  if ((rows[0]?.total ?? 0) > most) throw tooManyToKeep(most);
  return pageFrom(rows, snapshot, 0, limit);
}

/**
 * The page of a snapshot that starts at `offset`; renews the snapshot for five minutes. Throws a 400 `Problem` if it
 * has expired.
 */
export async function laterPage(
  db: Kysely<Database>,
  { snapshot, offset }: SnapshotPosition,
  { limit, now }: PageSize,
): Promise<Page> {
  const { rows } = await sql<{ ids: readonly string[]; total: number }>`
    update search_snapshot set last_used_at = ${now}::timestamptz
    where id = ${snapshot}::uuid and last_used_at >= ${oldest(now)}::timestamptz
    returning to_json(ids[${offset}::integer + 1 : ${offset}::integer + ${limit}::integer]) as ids,
      cardinality(ids) as total`.execute(db);
  return pageFrom(rows, snapshot, offset, limit);
}

function pageFrom(
  [row]: readonly { readonly ids: readonly string[]; readonly total: number }[],
  snapshot: string,
  from: number,
  limit: number,
): Page {
  if (row === undefined) throw expired();
  const offset = from + limit;
  return { ...row, next: limit > 0 && offset < row.total ? { snapshot, offset } : undefined };
}

/** 400: the snapshot of the token has expired. */
export const expired = (): Problem =>
  badRequest('pagination_token: must be used within 5 minutes of the page before, but got one that has expired');

/** Stores the state of a search cluster's point in time, as JSON text, in place of ids. */
export async function keepPointInTime(
  db: Kysely<Database>,
  snapshot: string,
  pointInTime: string,
  keeping: Keeping,
): Promise<void> {
  const { now, snapshotBytes, teamId } = keeping;
  await makeRoom(db, keeping);
  if (Buffer.byteLength(pointInTime) > snapshotBytes) throw tooManyToKeep(Math.floor(snapshotBytes / idBytes));
  await db
    .insertInto('search_snapshot')
    .values({ id: snapshot, team_id: teamId, ids: [], point_in_time: pointInTime, last_used_at: now })
    .execute();
}

/** The state of a point in time; renews it for five minutes. Throws a 400 `Problem` if it has expired. */
export async function pointInTimeOf(db: Kysely<Database>, snapshot: string, now: Date): Promise<string> {
  const row = await db
    .updateTable('search_snapshot')
    .set({ last_used_at: now })
    .where('id', '=', snapshot)
    .where('last_used_at', '>=', oldest(now))
    .returning('point_in_time')
    .executeTakeFirst();
  if (!row?.point_in_time) throw expired();
  return row.point_in_time;
}

/** Deletes expired snapshots, and the team's least recently used ones beyond its maximum. */
async function makeRoom(db: Kysely<Database>, { teamId, now, snapshotBytes }: Keeping): Promise<void> {
  await sql`
    delete from search_snapshot where last_used_at < ${oldest(now)}::timestamptz or id in (
      select id from (
        select id, sum(pg_column_size(ids) + ${rowBytes}::integer) over (order by last_used_at desc, id) as bytes
        from search_snapshot where team_id = ${teamId}::uuid
      ) as kept where bytes > ${perTeam * (snapshotBytes + rowBytes)}::bigint
    )`.execute(db);
}

const tooManyToKeep = (most: number): Problem =>
  badRequest(`query: must match at most ${most} records for stable pagination, but matches more; narrow it`);

const oldest = (now: Date): Date => new Date(now.getTime() - keptForMs);

/** Selects the ids of a list, in its order. */
export const listed = (ids: readonly string[]): RawBuilder<{ id: string }> =>
  sql`select id from unnest(${ids}::uuid[]) with ordinality as listed (id, place) order by place`;
