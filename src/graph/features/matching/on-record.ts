import { PageWalk } from '../../../client/page-walk.ts';
import { anyOf } from '../../../contract/clause.ts';
import { pageLimit } from '../../../contract/limits.ts';
import type { QueryDsl } from '../../../contract/operation/parts.ts';
import { revealsNothing } from '../../loaders/batch-scheduler.ts';
import { orCursorExpired } from '../../loaders/cursor.ts';
import type { IdSearch } from '../../loaders/existence-loader.ts';
import { locate } from '../../loaders/locate.ts';
import type { CredentialScope } from '../../scope/credential-scope.ts';
import { batchesByQuery, chunksOf, sendHalving } from './batches.ts';
import type { Reason } from './reason.ts';
import type { MatchKey, Row } from './row.ts';

/** A way to search all records for rows. */
export interface RecordKey {
  readonly by: MatchKey;
  readonly has: (row: Row) => boolean;
  readonly query: (rows: readonly Row[]) => QueryDsl;
  /** Whether it only adds spellings to a key before: if it is refused, that one has answered. */
  readonly isAnyCase?: boolean;
  /** Whether many records may have it: of a row that several match, only the first are read. */
  readonly isShared?: boolean;
}

/** What a search of all records found for a row. */
export interface OnRecord {
  readonly ids: ReadonlySet<string>;
  readonly by: MatchKey;
}

export interface RecordsFound {
  readonly found: ReadonlyMap<Row, OnRecord>;
  /** Why rows were not searched by one of their keys. */
  readonly unsearched: ReadonlyMap<Row, Reason>;
  readonly calls: number;
}

/**
 * Searches all records for rows, by one key after the other, the strongest first; free. A search returns ids alone, so that
 * results are attributed by further searches (`locate`), but only if there are any: a list of strangers takes one call for
 * each key.
 */
export async function findOnRecord(
  scope: CredentialScope,
  search: IdSearch,
  rows: readonly Row[],
  keys: readonly RecordKey[],
): Promise<RecordsFound> {
  const found = new Map<Row, OnRecord>();
  const unsearched = new Map<Row, Reason>();
  let calls = 0;
  for (const { by, has, query, isAnyCase, isShared = false } of keys) {
    const asked = rows.filter((row) => !found.has(row) && has(row));
    const batches = batchesByQuery(asked, query, pageLimit.maximum);
    await Promise.all(
      batches.map(async (batch) => {
        const idsOfRows = (some: readonly Row[]) => idsOf(query(some), some.length, isShared);
        const send = async (some: readonly Row[]): Promise<void> => {
          const { ids: all, isCut } = await idsOfRows(some);
          if (all.size === 0) return;
          if (isCut && some.length > 1) {
            await Promise.all(chunksOf(some, Math.ceil(some.length / 2)).map(send));
            return;
          }
          if (by === 'ID') {
            for (const row of some)
              if (row.id !== undefined && all.has(row.id)) found.set(row, { ids: new Set([row.id]), by });
            return;
          }
          const groups = [...Map.groupBy(some, (row) => JSON.stringify(query([row]))).values()];
          const located =
            groups.length === 1
              ? new Map(groups.map((rows) => [rows, all]))
              : await locate(groups, async (few) => (await idsOfRows(few.flat())).ids);
          for (const [rows, ids] of located) if (ids.size > 0) for (const row of rows) found.set(row, { ids, by });
        };
        const failed = await sendHalving(batch, send);
        for (const { items, reason } of isAnyCase ? [] : failed)
          for (const row of items) if (!unsearched.has(row)) unsearched.set(row, reason);
      }),
    );
  }
  return { found, unsearched, calls };

  /** The ids that match a query for `count` rows: all, or of a shared key those of the first page. */
  async function idsOf(query: QueryDsl, count: number, isShared: boolean) {
    const ids = new Set<string>();
    const limit = isShared && count > 1 ? pageLimit.maximum : Math.min(Math.max(count + 1, 2), pageLimit.maximum);
    const walk = new PageWalk(search);
    let follows = false;
    do {
      calls += 1;
      const request = { query, limit, ...walk.page };
      const { body } = await orCursorExpired(walk.token, scope.search(search, request, revealsNothing));
      for (const id of body.ids) ids.add(id.toLowerCase());
      follows = walk.follow(body, body.ids);
    } while (follows && !isShared);
    return { ids, isCut: follows };
  }
}

/** A query for any of several rows. */
export const anyRow =
  (clauseOf: (row: Row) => QueryDsl) =>
  (rows: readonly Row[]): QueryDsl =>
    anyOf(rows.map(clauseOf)) ?? { match_none: {} };
