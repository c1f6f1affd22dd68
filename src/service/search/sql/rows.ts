import { type RawBuilder, sql } from 'kysely';
import type { SearchableKind } from '../../../contract/catalogue.ts';
import { everyElement, everyRecord } from '../../../store/index/token.ts';

/** Rows with tokens, among which a query is answered: the records of a kind, or the elements of one nested list. */
export interface Rows {
  readonly table: RawBuilder<unknown>;
  readonly tokens: RawBuilder<unknown>;
  /** The key of a row within a statement; never null. */
  readonly key: RawBuilder<unknown>;
  /** The id of the record that the row is, or belongs to. */
  readonly recordId: RawBuilder<unknown>;
  /** The token that each of these rows has. */
  readonly every: string;
  /** The table has other rows too. */
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
