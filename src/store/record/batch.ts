import { setImmediate } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { SearchableKind } from '../../contract/catalogue.ts';
import type { ExternalIdentifiers } from '../../contract/identifier.ts';
import type { Database } from '../database.ts';
import { type IndexedRecord, indexRecord } from '../index/index-record.ts';
import type { Dependent } from './dependent.ts';
import { findNames, namesOf } from './names.ts';
import { normal } from './normal.ts';
import { columnList, insertRows, rowsAs } from './rows.ts';
import { inTransaction } from './transaction.ts';

/** A record in its stored form. */
export interface Prepared<Info> {
  /** A lower-case uuid. */
  readonly id: string;
  readonly info: Info;
  readonly legacy: object | undefined;
  readonly identifiers: ExternalIdentifiers;
}

/** A record with its search index, ready to be written. */
interface Indexed<Info> extends Prepared<Info> {
  readonly index: IndexedRecord<string>;
}

/** Ids of records that were added or changed. */
export interface Written {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  /** Slugs that belonged to another record before. */
  readonly moved: readonly string[];
}

/** Large enough to amortize a statement's cost, small enough for a short transaction. */
const batchSize = 500;

/** Small enough that the statements of the batch being written hardly wait for the event loop. */
const indexedAtOnce = 20;

const recordColumns = { id: 'uuid', document: 'text', legacy: 'text', tokens: 'tsvector' };
const nameColumns = { kind: 'text', key: 'text', record_id: 'uuid' };
const elementColumns = { record_id: 'uuid', path: 'text', ordinal: 'integer', tokens: 'tsvector' };

/**
 * Writes the records themselves; identical ones are left alone. Rows are written in key order, here and below, so that
 * concurrent writers cannot deadlock.
 */
async function writeRecords(
  trx: Kysely<Database>,
  kind: SearchableKind,
  rows: readonly object[],
): Promise<Omit<Written, 'moved'>> {
  const list = columnList(recordColumns);
  const { rows: written } = await sql<{ id: string; added: boolean }>`
    insert into ${sql.table(kind)} as old (${list})
    select ${list} from ${rowsAs(recordColumns, rows)} order by id
    on conflict (id) do update
      set document = excluded.document, legacy = excluded.legacy, tokens = excluded.tokens, imported_at = now()
      where old.document <> excluded.document or old.legacy is distinct from excluded.legacy
        or old.tokens <> excluded.tokens
    returning id, xmax = 0 as added`.execute(trx);
  const idsOf = (added: boolean) => written.filter((row) => row.added === added).map(({ id }) => id);
  return { added: idsOf(true), changed: idsOf(false) };
}

/** Writes names; a name of another record moves to the last one written. Returns the moved slugs. */
async function writeNames(
  trx: Kysely<Database>,
  kind: SearchableKind,
  records: readonly Prepared<unknown>[],
): Promise<readonly string[]> {
  const rows = records.flatMap(({ id, identifiers }) =>
    namesOf(identifiers).map((name) => ({ ...name, record_id: id })),
  );
  const distinct = [...new Map(rows.map((row) => [`${row.kind} ${row.key}`, row])).values()];
  if (distinct.length === 0) return [];
  const holder = await findNames(trx, kind, distinct);
  const list = columnList(nameColumns);
  await sql`insert into ${sql.table(`${kind}_name`)} (${list})
    select ${list} from ${rowsAs(nameColumns, distinct)} order by kind, key
    on conflict (kind, key) do update set record_id = excluded.record_id`.execute(trx);
  const last = new Map(distinct.map((row) => [`${row.kind} ${row.key}`, row.record_id]));
  const isMoved = (row: (typeof rows)[number]): boolean =>
    (holder(row) ?? row.record_id) !== row.record_id || last.get(`${row.kind} ${row.key}`) !== row.record_id;
  return rows.flatMap((row) => (row.kind === 'xnet_name' && isMoved(row) ? [row.key] : []));
}

async function removeRows(trx: Kysely<Database>, table: string, owner: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from ${sql.table(table)} where ${sql.ref(owner)} = any(${ids}::uuid[])`.execute(trx);
}

async function writeBatch<Info extends object>(
  trx: Kysely<Database>,
  kind: SearchableKind,
  indexed: readonly Indexed<Info>[],
  dependents: readonly Dependent<Info>[],
): Promise<Written> {
  const written = await writeRecords(
    trx,
    kind,
    indexed.map(({ id, info, legacy, index }) => ({
      id,
      document: JSON.stringify(info),
      legacy: legacy === undefined ? null : JSON.stringify(normal(legacy)),
      tokens: index.tokens,
    })),
  );
  const touched = new Set([...written.added, ...written.changed]);
  const records = indexed.filter(({ id }) => touched.has(id));

  await removeRows(trx, `${kind}_name`, 'record_id', written.changed);
  const moved = await writeNames(trx, kind, records);
  await removeRows(trx, `${kind}_element`, 'record_id', written.changed);
  const elements = records.flatMap(({ id, index }) => index.elements.map((row) => ({ record_id: id, ...row })));
  await insertRows(trx, `${kind}_element`, elementColumns, elements);
  for (const { table, owner, columns, rowsOf } of dependents) {
    await removeRows(trx, table, owner, written.changed);
    await insertRows(
      trx,
      table,
      columns,
      records.flatMap(({ id, info }) => rowsOf(id, info)),
    );
  }
  return { ...written, moved };
}

/** Indexes records with pauses, during which another batch's statements run. */
async function indexAll<Info extends object>(
  kind: SearchableKind,
  records: Iterator<Prepared<Info>>,
): Promise<readonly Indexed<Info>[]> {
  const indexed: Indexed<Info>[] = [];
  while (indexed.length < batchSize) {
    if (indexed.length % indexedAtOnce === 0) await setImmediate();
    const { done, value } = records.next();
    if (done) break;
    indexed.push({ ...value, index: indexRecord(kind, value.info) });
  }
  return indexed;
}

/**
 * Writes records with distinct ids, and their dependent rows, in batches. While the database writes one batch, the next
 * is indexed. `onWritten` is called with the size of each.
 */
export async function writeBatches<Info extends object>(
  db: Kysely<Database>,
  kind: SearchableKind,
  records: Iterable<Prepared<Info>>,
  dependents: readonly Dependent<Info>[],
  onWritten: (count: number) => void = () => undefined,
): Promise<Written> {
  const added: string[] = [];
  const changed: string[] = [];
  const moved: string[] = [];
  const rest = records[Symbol.iterator]();
  let next = indexAll(kind, rest);
  for (let batch = await next; batch.length > 0; batch = await next) {
    next = indexAll(kind, rest);
    // If the current batch fails, this one's rejection would be unhandled.
    next.catch(() => undefined);
    const indexed = batch;
    const written = await inTransaction(db, (trx) => writeBatch(trx, kind, indexed, dependents));
    added.push(...written.added);
    changed.push(...written.changed);
    moved.push(...written.moved);
    onWritten(batch.length);
  }
  return { added, changed, moved };
}
