import { type Kysely, sql } from 'kysely';
import type { SearchableKind } from '../../contract/catalogue.ts';
import type { Database } from '../database.ts';
import { findNames, slugNames } from './names.ts';
import { recordId } from './uuid.ts';

/** Returns the id of a reference's record; undefined if nothing has that id, slug or URL. */
export type Resolve = (reference: string) => string | undefined;

/** Which of the ids exist in the table. */
export async function existing(db: Kysely<Database>, table: SearchableKind | 'team', ids: readonly string[]) {
  if (ids.length === 0) return new Set<string>();
  const rows = await db.selectFrom(table).select('id').where(sql<boolean>`id = any(${ids}::uuid[])`).execute();
  return new Set(rows.map(({ id }) => id));
}

/** Looks up records by id, slug or URL, in at most two statements. */
export async function resolveRecords(
  db: Kysely<Database>,
  kind: SearchableKind,
  references: readonly string[],
): Promise<Resolve> {
  const ids = await existing(
    db,
    kind,
    references.flatMap((reference) => recordId(reference) ?? []),
  );
  const slugs = references.filter((reference) => !recordId(reference));
  const named = await findNames(
    db,
    kind,
    slugs.flatMap((slug) => slugNames(slug, kind)),
  );
  return (reference) => {
    const id = recordId(reference);
    if (id === undefined) return named(...slugNames(reference, kind));
    return ids.has(id) ? id : undefined;
  };
}
