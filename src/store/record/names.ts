import { type Kysely, sql } from 'kysely';
import type { SearchableKind } from '../../contract/catalogue.ts';
import type { ExternalIdentifiers } from '../../contract/identifier.ts';
import { slugKey, slugsIn } from '../../reading/page.ts';
import type { Database, NameTable } from '../database.ts';

/** A record's names on the external network, as they are looked up. */
export type Name = Pick<NameTable, 'kind' | 'key'>;

/** Each name in the form compared: slugs without regard to case, numbers as text. */
export function namesOf(identifiers: ExternalIdentifiers): readonly Name[] {
  return [
    ...identifiers.xnet_names.map((slug) => ({ kind: 'xnet_name' as const, key: slugKey(slug) })),
    ...identifiers.xnet_ids.map((id) => ({ kind: 'xnet_id' as const, key: id })),
    ...identifiers.xnet_entity_ids.map((id) => ({ kind: 'xnet_entity_id' as const, key: id })),
  ];
}

/** The names that a slug or URL may be: a record that has an earlier one is meant before one that has a later one. */
export const slugNames = (text: string, kind: SearchableKind): readonly Name[] =>
  slugsIn(text, kind).flatMap((slug): readonly Name[] => [
    { kind: 'xnet_name', key: slugKey(slug) },
    // Pages have URLs with the entity id, too.
    ...(kind === 'profile' && /^AC[\w-]{8,}$/.test(slug) ? [{ kind: 'xnet_entity_id' as const, key: slug }] : []),
  ]);

const together = ({ kind, key }: Name): string => `${kind} ${key}`;

/** Which record has a name, or the first of several that any has; undefined for none. */
export type NameIndex = (...names: readonly Name[]) => string | undefined;

/** Finds the records that have these names, however many, in one statement (none for no name). */
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
