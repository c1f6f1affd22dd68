import { type Kysely, sql } from 'kysely';
import type { SearchableKind } from '../../contract/catalogue.ts';
import type { Database } from '../database.ts';
import { rowsAs } from '../record/rows.ts';
import { indexRecord } from './index-record.ts';

/** So many records are locked, and their new tokens in memory, at once. */
const batchSize = 200;

export interface Reindexed {
  readonly of: SearchableKind;
  readonly records: number;
}

/**
 * Makes the tokens of stored records anew where a migration asks for it (table `reindex`), in batches of one transaction each:
 * a process that ends loses one batch at most, and the next one resumes. Several processes share the work. Tokens that stay as
 * they are are not written.
 */
export async function reindex(db: Kysely<Database>, onBatch: (batch: Reindexed) => void): Promise<void> {
  for (;;) {
    const batch = await db.transaction().execute(reindexBatch);
    if (batch === undefined) return;
    onBatch(batch);
  }
}

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
  const records = rows.map(({ id, document }) => ({ id, ...indexRecord(kind, JSON.parse(document)) }));
  await sql`update ${sql.table(kind)} set tokens = r.tokens
    from ${rowsAs({ id: 'uuid', tokens: 'tsvector' }, records)}
    where ${sql.ref(`${kind}.id`)} = r.id and ${sql.ref(`${kind}.tokens`)} <> r.tokens`.execute(trx);
  const elements = records.flatMap(({ id, elements }) => elements.map((element) => ({ record_id: id, ...element })));
  const table = `${kind}_element` as const;
  await sql`update ${sql.table(table)} as element set tokens = r.tokens
    from ${rowsAs({ record_id: 'uuid', path: 'text', ordinal: 'integer', tokens: 'tsvector' }, elements)}
    where (element.record_id, element.path, element.ordinal) = (r.record_id, r.path, r.ordinal)
      and element.tokens <> r.tokens`.execute(trx);
  const last = rows.at(-1);
  if (last === undefined || rows.length < batchSize) await trx.deleteFrom('reindex').where('kind', '=', kind).execute();
  else await trx.updateTable('reindex').set({ after_id: last.id }).where('kind', '=', kind).execute();
  return { of: kind, records: rows.length };
}
