import { type Kysely, sql } from 'kysely';
import type { SearchableKind } from '../../contract/catalogue.ts';
import type { ExternalIdentifiers } from '../../contract/identifier.ts';
import { slugKey, slugsIn } from '../../reading/page.ts';
import type { Database, NameTable } from '../database.ts';

/** A name of a record on the external network, for look-ups. */
export type Name = Pick<NameTable, 'kind' | 'key'>;

/** Names in their comparison form: slugs ignore case, numbers are texts. */
export function namesOf(identifiers: ExternalIdentifiers): readonly Name[] {
  return [
    ...identifiers.xnet_names.map((slug) => ({ kind: 'xnet_name' as const, key: slugKey(slug) })),
    ...identifiers.xnet_ids.map((id) => ({ kind: 'xnet_id' as const, key: id })),
    ...identifiers.xnet_entity_ids.map((id) => ({ kind: 'xnet_entity_id' as const, key: id })),
  ];
}

/** The possible names of a slug or URL; earlier ones take precedence. */
export const slugNames = (text: string, kind: SearchableKind): readonly Name[] =>
  slugsIn(text, kind).flatMap((slug): readonly Name[] => [
    { kind: 'xnet_name', key: slugKey(slug) },
    // Profile URLs can also contain the entity id.
    ...(kind === 'profile' && /^AC[\w-]{8,}$/.test(slug) ? [{ kind: 'xnet_entity_id' as const, key: slug }] : []),
  ]);

const together = ({ kind, key }: Name): string => `${kind} ${key}`;

/** Returns the record of the first of these names that has one; undefined if none does. */
export type NameIndex = (...names: readonly Name[]) => string | undefined;

/** Looks up the records of any number of names, in one statement. */
export async function findNames(db: Kysely<Database>, of: SearchableKind, names: readonly Name[]): Promise<NameIndex> {
  const keysByKind = Map.groupBy(names, ({ kind }) => kind);
  if (keysByKind.size === 0) return () => undefined;
  const rows = await db
    .selectFrom(`${of}_name`)
    .select(['kind', 'key', 'record_id'])
    .where((where) =>
      where.or(
        [...keysByKind].map(([kind, group]) =>
          where.and([where('kind', '=', kind), sql<boolean>`key = any(${group.map(({ key }) => key)}::text[])`]),
        ),
      ),
    )
    .execute();
  const records = new Map(rows.map((row) => [together(row), row.record_id]));
  return (...names) => {
    for (const name of names) {
      const record = records.get(together(name));
      if (record !== undefined) return record;
    }
    return undefined;
  };
}
