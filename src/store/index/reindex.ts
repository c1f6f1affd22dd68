import { type Kysely, sql } from 'kysely';
import type { SearchableKind } from '../../contract/catalogue.ts';
import type { Database } from '../database.ts';
import type { Dependent } from '../record/dependent.ts';
import { companyDependents, profileDependents } from '../record/dependents.ts';
import { insertRows, rowsAs } from '../record/rows.ts';
import { indexRecord } from './index-record.ts';

/** So many records are locked, and their new tokens in memory, at once. */
const batchSize = 200;

export interface Reindexed {
  readonly of: SearchableKind;
  readonly records: number;
}

/**
 * Computes again what follows from stored records (search tokens, careers, websites) if a migration asks for it (table
 * `reindex`), in batches of one transaction each: a process that ends loses one batch at most, and the next one resumes.
 * Several processes share the work. Rows that stay as they are are not written. After the profiles, all connections are
 * queued to be computed again, since they follow from careers.
 */
export async function reindex(db: Kysely<Database>, onBatch: (batch: Reindexed) => void): Promise<void> {
  while (await isAsked(db)) {
    const batch = await db.transaction().execute(reindexBatch);
    if (batch) onBatch(batch);
  }
}

/** Read without a lock, so that a database that takes no writes can be opened. */
const isAsked = async (db: Kysely<Database>): Promise<boolean> =>
  (await db.selectFrom('reindex').select('kind').limit(1).executeTakeFirst()) !== undefined;

async function reindexBatch(trx: Kysely<Database>): Promise<Reindexed | undefined> {
  const left = await trx.selectFrom('reindex').selectAll().orderBy('kind').limit(1).forUpdate().executeTakeFirst();
  if (left === undefined) return undefined;
  const { kind, after_id } = left;
  const rows = await trx
    .selectFrom(kind)
    .select(['id', 'document'])
    .$if(after_id !== null, (query) => query.where('id', '>', after_id ?? ''))
    .orderBy('id')
    .limit(batchSize)
    .forUpdate()
    .execute();
  const infos = rows.map(({ id, document }) => ({ id, info: JSON.parse(document) }));
  const records = infos.map(({ id, info }) => ({ id, ...indexRecord(kind, info) }));
  await sql`update ${sql.table(kind)} set tokens = r.tokens
    from ${rowsAs({ id: 'uuid', tokens: 'tsvector' }, records)}
    where ${sql.ref(`${kind}.id`)} = r.id and ${sql.ref(`${kind}.tokens`)} <> r.tokens`.execute(trx);
  const elements = records.flatMap(({ id, elements }) => elements.map((element) => ({ record_id: id, ...element })));
  const table = `${kind}_element` as const;
  await sql`update ${sql.table(table)} as element set tokens = r.tokens
    from ${rowsAs({ record_id: 'uuid', path: 'text', ordinal: 'integer', tokens: 'tsvector' }, elements)}
    where (element.record_id, element.path, element.ordinal) = (r.record_id, r.path, r.ordinal)
      and element.tokens <> r.tokens`.execute(trx);
  if (kind === 'profile') await renew(trx, profileDependents, infos);
  else await renew(trx, companyDependents, infos);
  const last = rows.at(-1);
  if (last === undefined || rows.length < batchSize) {
    await trx.deleteFrom('reindex').where('kind', '=', kind).execute();
    if (kind === 'profile') await queueConnectors(trx);
  } else await trx.updateTable('reindex').set({ after_id: last.id }).where('kind', '=', kind).execute();
  return { of: kind, records: rows.length };
}

async function renew<Info>(
  trx: Kysely<Database>,
  dependents: readonly Dependent<Info>[],
  records: readonly { readonly id: string; readonly info: Info }[],
): Promise<void> {
  const ids = records.map(({ id }) => id);
  for (const { table, owner, columns, rowsOf } of dependents) {
    const rows = records.flatMap(({ id, info }) => rowsOf(id, info));
    const of = (name: string) => sql.join(Object.keys(columns).map((column) => sql.ref(`${name}.${column}`)));
    await sql`delete from ${sql.table(table)} as old where ${sql.ref(`old.${owner}`)} = any(${ids}::uuid[]) and not exists (
      select from ${rowsAs(columns, rows)}
      where ${sql.ref(`r.${owner}`)} = ${sql.ref(`old.${owner}`)} and (${of('r')}) is not distinct from (${of('old')})
    )`.execute(trx);
    await insertRows(trx, table, columns, rows);
  }
}

/** One whose mapping runs already may have been compared with the old careers: its turn comes again. */
async function queueConnectors(trx: Kysely<Database>): Promise<void> {
  await sql`insert into job (kind, payload, unique_key)
    select 'map-connector', json_build_object('connector_id', id)::text, 'map-connector:' || id || case
      when exists (select from job where unique_key = 'map-connector:' || connector.id and status = 'running') then ':again'
      else '' end
    from connector
    on conflict do nothing`.execute(trx);
}
