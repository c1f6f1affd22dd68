import { type Kysely, sql } from 'kysely';
import type { SearchableKind } from '../../contract/catalogue.ts';
import type { Database } from '../database.ts';
import type { CopiedRow } from '../engine/copy-out.ts';
import { findNames, type Name, slugNames } from './names.ts';

/** Identifiers of a fetch. `ids` are uuids in any case; companies have no entity ids. */
export interface Identifiers {
  readonly ids?: readonly string[] | undefined;
  readonly xnet_names?: readonly string[] | undefined;
  readonly xnet_ids?: readonly number[] | undefined;
  readonly xnet_entity_ids?: readonly string[] | undefined;
}

export interface FoundRecord {
  /** In lower case. */
  readonly id: string;
  /** `profile_info` or `company_info` as JSON in UTF-8, as sent by the database. */
  readonly document: Buffer;
  readonly foundBy: FoundBy;
}

/** The identifiers that matched the record, as sent. */
interface FoundBy {
  readonly ids: readonly string[];
  readonly xnet_names: readonly string[];
  readonly xnet_ids: readonly number[];
  readonly xnet_entity_ids: readonly string[];
}

export interface Findings {
  /** Each record once, in the order of the first identifier that matched it. */
  readonly found: readonly FoundRecord[];
  /** Identifiers without a match, as sent; numbers as text. */
  readonly notFound: readonly string[];
}

const numberName = (id: number): Name => ({ kind: 'xnet_id', key: String(id) });
const entityName = (id: string): Name => ({ kind: 'xnet_entity_id', key: id });

/** A record whose matching identifiers are being collected. */
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
 * The documents of the existing records, as the bytes that a fetch sends. Each is looked up by key in a lateral join:
 * for a thousand ids at once PostgreSQL would scan a table of 100,000 rows.
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

/** v2's additional members of these records, as JSON texts by id; records without any are not in the map. */
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
 * Finds records by any mix of identifiers, in one statement for ids alone, or two with names. Results follow the order
 * ids, names, numeric ids, entity ids; duplicates count once.
 *
 * @example
 * const { found, notFound } = await findRecords(db, 'profile', { xnet_names: ['mei-ling-torres'] });
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
