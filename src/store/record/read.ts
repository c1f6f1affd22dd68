import { type Kysely, sql } from 'kysely';
import type { SearchableKind } from '../../contract/catalogue.ts';
import type { Database } from '../database.ts';
import type { CopiedRow } from '../engine/copy-out.ts';
import { findNames, type Name, slugNames } from './names.ts';

/** Identifiers as a fetch sends them; `ids` are uuids in any case. Companies have no entity ids. */
export interface Identifiers {
  readonly ids?: readonly string[] | undefined;
  readonly xnet_names?: readonly string[] | undefined;
  readonly xnet_ids?: readonly number[] | undefined;
  readonly xnet_entity_ids?: readonly string[] | undefined;
}

export interface FoundRecord {
  /** In lower case. */
  readonly id: string;
  /** `profile_info` or `company_info` as JSON text in UTF-8, as the database sent it. */
  readonly document: Buffer;
  readonly foundBy: FoundBy;
}

/** The identifiers that name a record, as they were sent. */
interface FoundBy {
  readonly ids: readonly string[];
  readonly xnet_names: readonly string[];
  readonly xnet_ids: readonly number[];
  readonly xnet_entity_ids: readonly string[];
}

export interface Findings {
  /** Each record once, in the order of the first identifier that names it. */
  readonly found: readonly FoundRecord[];
  /** The identifiers that name nothing, as they were sent; numbers as text. */
  readonly notFound: readonly string[];
}

const numberName = (id: number): Name => ({ kind: 'xnet_id', key: String(id) });
const entityName = (id: string): Name => ({ kind: 'xnet_entity_id', key: id });

/** A record while the identifiers that name it are still being gathered. */
const findingOf = (id: string, document: Buffer) => ({
  id,
  document,
  foundBy: {
    ids: [] as string[],
    xnet_names: [] as string[],
    xnet_ids: [] as number[],
    xnet_entity_ids: [] as string[],
  },
});
type Finding = ReturnType<typeof findingOf>;

/**
 * The documents of those of these records that exist, copied out as the bytes that a fetch sends. Each is looked up by its
 * key: for a thousand ids at once, PostgreSQL would rather read a table of 100,000 rows.
 */
async function documentsOf(
  db: Kysely<Database>,
  kind: SearchableKind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Buffer>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<CopiedRow>`copy (
    select asked.id::text, document from unnest(${`{${ids.join()}}`}::uuid[]) as asked (id)
    cross join lateral (select document from ${sql.table(kind)} as record where record.id = asked.id limit 1) as found
  ) to stdout (format binary)`.execute(db);
  return new Map(rows.flatMap(([id, document]) => (id && document ? [[id.toString('latin1'), document]] : [])));
}

/** What only v2 shows of these records, as JSON texts by id; records of which it shows nothing more are not in the map. */
export async function legacyOf(
  db: Kysely<Database>,
  kind: SearchableKind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom(kind)
    .select(['id', 'legacy'])
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('legacy', 'is not', null)
    .execute();
  return new Map(rows.flatMap(({ id, legacy }) => (legacy === null ? [] : [[id, legacy]])));
}

/**
 * Finds records by any mix of identifiers: one statement for ids alone, two for any names. The kinds count in the
 * order ids, names, numeric ids, entity ids; an identifier sent twice counts once.
 */
export async function findRecords(
  db: Kysely<Database>,
  kind: SearchableKind,
  identifiers: Identifiers,
): Promise<Findings> {
  const ids = [...new Set(identifiers.ids)];
  const slugs = [...new Set(identifiers.xnet_names)];
  const numbers = [...new Set(identifiers.xnet_ids)];
  const entities = [...new Set(identifiers.xnet_entity_ids)];

  const names = [
    ...slugs.flatMap((slug) => slugNames(slug, kind)),
    ...numbers.map(numberName),
    ...entities.map(entityName),
  ];
  const named = await findNames(db, kind, names);
  const recordIds = [...ids.map((id) => id.toLowerCase()), ...names.flatMap((name) => named(name) ?? [])];
  const documents = await documentsOf(db, kind, [...new Set(recordIds)]);

  const found = new Map<string, Finding>();
  const notFound: string[] = [];
  const attribute = <T extends string | number>(
    sent: readonly T[],
    recordOf: (identifier: T) => string | undefined,
    listIn: (foundBy: Finding['foundBy']) => T[],
  ) => {
    for (const identifier of sent) {
      const id = recordOf(identifier);
      const document = id === undefined ? undefined : documents.get(id);
      if (id === undefined || document === undefined) {
        notFound.push(String(identifier));
        continue;
      }
      const record = found.get(id) ?? findingOf(id, document);
      found.set(id, record);
      listIn(record.foundBy).push(identifier);
    }
  };
  attribute(
    ids,
    (id) => id.toLowerCase(),
    (by) => by.ids,
  );
  attribute(
    slugs,
    (slug) => named(...slugNames(slug, kind)),
    (by) => by.xnet_names,
  );
  attribute(
    numbers,
    (id) => named(numberName(id)),
    (by) => by.xnet_ids,
  );
  attribute(
    entities,
    (id) => named(entityName(id)),
    (by) => by.xnet_entity_ids,
  );
  return { found: [...found.values()], notFound };
}
