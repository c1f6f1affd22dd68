import { type Kysely, sql } from 'kysely';
import type { SearchableKind } from '../../contract/catalogue.ts';
import type { ConcurrencyLimit } from '../../http/limits/concurrency-limit.ts';
import type { Database } from '../../store/database.ts';
import { isQueryCanceled } from '../../store/sql-error.ts';
import { InvalidQuery } from './dsl/invalid-query.ts';
import type { Search, SearchEngine } from './engine.ts';
import type { FairQueue } from './fair-queue.ts';
import { estimateMs, type SizesOf, type TableSizes } from './sql/estimate.ts';

/** Runs a search within limits, or refuses it. */
type Limit = <Result>(search: Search, run: () => Promise<Result>) => Promise<Result>;

const limited = (engine: SearchEngine, limit: Limit): SearchEngine => ({
  page: (search, page) => limit(search, () => engine.page(search, page)),
  stable: (search, position, size) => limit(search, () => engine.stable(search, position, size)),
  among: (search, ids) => limit(search, () => engine.among(search, ids)),
});

/** The store has a statement time-out: a search that it ends is refused, since the next try would take as long. */
export const endedInTime = (engine: SearchEngine): SearchEngine =>
  limited(engine, async (_, run) => {
    try {
      return await run();
    } catch (error) {
      throw isQueryCanceled(error) ? tookTooLong() : error;
    }
  });

const tookTooLong = (): InvalidQuery =>
  new InvalidQuery([
    'query: must be one that the store answers within its statement time-out, but got one that takes longer; use ' +
      'fewer or narrower clauses in each search',
  ]);

const callerOf = ({ scope: { keyId, teamId } }: Search): string => keyId ?? teamId;

/** Runs so many searches of one key at once; its others wait for them. */
const perKey =
  (concurrency: ConcurrencyLimit): Limit =>
  async (search, run) => {
    const caller = callerOf(search);
    const turn = concurrency.enter(caller);
    if (turn) await turn;
    try {
      return await run();
    } finally {
      concurrency.leave(caller);
    }
  };

/** A store of many connections: one key's searches take so many of them at once, and wait for one another. */
export const limitedPerKey = (engine: SearchEngine, concurrency: ConcurrencyLimit): SearchEngine =>
  limited(engine, perKey(concurrency));

export interface PricedOptions {
  readonly db: Kysely<Database>;
  readonly fairQueue: FairQueue;
  /** Of one key's searches that are not costly: so many are before another key's. */
  readonly concurrency: ConcurrencyLimit;
  /** Searches that would take longer, in milliseconds, are refused; 0: none is. */
  readonly maxMs: number;
}

/** Searches that would take longer than this wait in the fair queue, in milliseconds. */
const costlyMs = 20;

/**
 * A store that does one statement at a time, and ends none early: a search is priced before it runs. A costly one waits
 * for its caller's turn, and one that would take too long is refused with an `InvalidQuery`.
 */
export function pricedOnOneConnection(
  engine: SearchEngine,
  { db, fairQueue, concurrency, maxMs }: PricedOptions,
): SearchEngine {
  const sizesOf = tableSizes(db);
  const light = perKey(concurrency);
  return limited(engine, async (search, run) => {
    const ms = estimateMs(search.tree, await sizesOf(search.kind));
    if (maxMs > 0 && ms > maxMs) throw tooCostly(ms, maxMs);
    return ms < costlyMs ? light(search, run) : fairQueue.run(callerOf(search), search.scope, run);
  });
}

const tooCostly = (ms: number, maxMs: number): InvalidQuery =>
  new InvalidQuery([
    `query: must be one that the embedded store answers within about ${maxMs} ms, but got one that would take about ` +
      `${Math.ceil(ms)} ms; use fewer nested clauses in each search`,
  ]);

/** How long sizes are taken for the present ones, in milliseconds. */
const sizesKeptMs = 60_000;

function tableSizes(db: Kysely<Database>): SizesOf {
  const known = new Map<SearchableKind, { readonly at: number; readonly sizes: Promise<TableSizes> }>();
  return (kind) => {
    const last = known.get(kind);
    if (last && performance.now() - last.at < sizesKeptMs) return last.sizes;
    const sizes = readSizes(db, kind);
    sizes.catch(() => known.delete(kind));
    known.set(kind, { at: performance.now(), sizes });
    return sizes;
  };
}

/**
 * As the planner's statistics have them, which each import refreshes; a table without statistics is counted. So are
 * connections: mapping jobs write them at any time after an import, and 5,000 are counted in a millisecond.
 */
async function readSizes(db: Kysely<Database>, kind: SearchableKind): Promise<TableSizes> {
  const countOf = (table: string) => sql<number>`(select count(*)::float8 from ${sql.table(table)})`;
  const rowsOf = (table: string) => sql<number>`coalesce(
    (select reltuples::float8 from pg_class where oid = to_regclass(${table}) and reltuples > 0), ${countOf(table)})`;
  const { rows } = await sql<TableSizes>`select ${rowsOf(kind)} as records, ${rowsOf(`${kind}_element`)} as elements,
    ${countOf('connection')} as connections`.execute(db);
  return rows[0] ?? { records: 0, elements: 0, connections: 0 };
}
