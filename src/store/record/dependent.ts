import type { Database } from '../database.ts';
import type { Columns } from './rows.ts';

/** A table of rows derived from a record, replaced when the record is written. */
export interface Dependent<Info> {
  readonly table: keyof Database;
  /** The column with the record's id. */
  readonly owner: string;
  readonly columns: Columns;
  readonly rowsOf: (id: string, info: Info) => readonly object[];
}
