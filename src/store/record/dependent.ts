import type { Database } from '../database.ts';
import type { Columns } from './rows.ts';

/** A table of rows that follow from a record: made when it is written, and replaced with it. */
export interface Dependent<Info> {
  readonly table: keyof Database;
  /** The column that holds the record's id. */
  readonly owner: string;
  readonly columns: Columns;
  readonly rowsOf: (id: string, info: Info) => readonly object[];
}
