import { type RawBuilder, sql } from 'kysely';
import type { SearchableKind } from '../../../contract/catalogue.ts';
import { everyElement, everyRecord } from '../../../store/index/token.ts';

/** Rows with tokens that a query applies to: the records of a kind, or the elements of one nested list. */
export interface Rows {
  readonly table: RawBuilder<unknown>;
  readonly tokens: RawBuilder<unknown>;
  /** Key of a row within a statement; never null. */
  readonly key: RawBuilder<unknown>;
  /** Id of the record that the row is or belongs to. */
  readonly recordId: RawBuilder<unknown>;
  /** A token that all of these rows have. */
  readonly every: string;
  /** Whether the table contains other rows, too. */
  readonly amongOthers: boolean;
}

export const recordRows = (kind: SearchableKind): Rows => ({
  table: sql.table(kind),
  tokens: sql.ref(`${kind}.tokens`),
  key: sql.ref(`${kind}.id`),
  recordId: sql.ref(`${kind}.id`),
  every: everyRecord,
  amongOthers: false,
});

export const elementRows = (kind: SearchableKind, path: string): Rows => ({
  table: sql.table(`${kind}_element`),
  tokens: sql.ref(`${kind}_element.tokens`),
  key: sql.ref(`${kind}_element.ctid`),
  recordId: sql.ref(`${kind}_element.record_id`),
  every: everyElement(path),
  amongOthers: true,
});
