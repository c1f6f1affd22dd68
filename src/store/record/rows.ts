import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';

/** Column names and their SQL types. */
export type Columns = Readonly<Record<string, string>>;

/**
 * Rows as a single JSON parameter to select from. Avoids the limit of 65,535 parameters, and keeps the statement's text
 * the same for all batches.
 */
export function rowsAs(columns: Columns, rows: readonly object[]): RawBuilder<unknown> {
  const declared = Object.entries(columns).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`);
  return sql`json_to_recordset(${JSON.stringify(rows)}::json) as r(${sql.join(declared)})`;
}

export const columnList = (columns: Columns): RawBuilder<unknown> =>
  sql.join(Object.keys(columns).map((name) => sql.ref(name)));

/** Inserts all rows in one statement; rows with an existing key are skipped. */
export async function insertRows(
  db: Kysely<Database>,
  table: keyof Database,
  columns: Columns,
  rows: readonly object[],
): Promise<void> {
  if (rows.length === 0) return;
  const list = columnList(columns);
  await sql`insert into ${sql.table(table)} (${list}) select ${list} from ${rowsAs(columns, rows)}
    on conflict do nothing`.execute(db);
}
