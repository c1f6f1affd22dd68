import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { SearchableKind } from '../../../contract/catalogue.ts';
import type { Database } from '../../../store/database.ts';

/** A stored record, with all that its document is made of. */
export interface StoredRecord {
  readonly id: string;
  /** `profile_info` or `company_info` as JSON text. */
  readonly document: string;
  /** Hash of the document. */
  readonly digest: string;
  /** A profile's ordinal in bitmaps. */
  readonly ordinal: number | null;
}

/** The existing records of these ids, in any order. */
export const recordsOf = (
  db: Kysely<Database>,
  kind: SearchableKind,
  ids: readonly string[],
): Promise<readonly StoredRecord[]> => read(db, kind, sql`where id = any(${ids}::uuid[])`);

/** The next records in order of id, after one or from the start. */
export const recordsAfter = (
  db: Kysely<Database>,
  kind: SearchableKind,
  after: string | undefined,
  limit: number,
): Promise<readonly StoredRecord[]> =>
  read(
    db,
    kind,
    sql`${after === undefined ? sql`` : sql`where id > ${after}::uuid`} order by id limit ${sql.lit(limit)}`,
  );

async function read(
  db: Kysely<Database>,
  kind: SearchableKind,
  which: RawBuilder<unknown>,
): Promise<readonly StoredRecord[]> {
  const ordinal =
    kind === 'profile' ? sql`(select ordinal from profile_ordinal where profile_id = id)` : sql`null::integer`;
  const { rows } = await sql<StoredRecord>`select id, document, md5(document) as digest, ${ordinal} as ordinal
    from ${sql.table(kind)} ${which}`.execute(db);
  return rows;
}

export async function countOf(db: Kysely<Database>, kind: SearchableKind): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from ${sql.table(kind)}`.execute(db);
  return rows[0]?.count ?? 0;
}
