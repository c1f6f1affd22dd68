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
  strongest: (search, network) => limit(search, () => engine.strongest(search, network)),
});

/** Refuses searches that the store's statement timeout ended: a retry would take as long. */
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

/** Concurrency limit per key; further searches wait. */
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

/** For a store with several connections: limits how many of them one key's searches use. */
export const limitedPerKey = (engine: SearchEngine, concurrency: ConcurrencyLimit): SearchEngine =>
  limited(engine, perKey(concurrency));

export interface PricedOptions {
  readonly db: Kysely<Database>;
  readonly fairQueue: FairQueue;
  /** Concurrency limit per key for cheap searches. */
  readonly concurrency: ConcurrencyLimit;
  /** Searches with a longer estimate, in milliseconds, are refused; 0: none. */
  readonly maxMs: number;
}

/** Estimate, in milliseconds, from which a search waits in the fair queue. */
const costlyMs = 20;

/**
 * For a store with one connection and no statement timeout: estimates each search before it runs. A costly one waits
 * for its caller's turn; one above the limit is refused with an `InvalidQuery`.
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

/** How long table sizes are cached, in milliseconds. */
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
 * Row counts from the planner's statistics, which imports refresh; a table without statistics is counted. Connections
 * are always counted, since mapping jobs write them at any time; 5,000 take a millisecond.
 */
async function readSizes(db: Kysely<Database>, kind: SearchableKind): Promise<TableSizes> {
  const countOf = (table: string) => sql<number>`(select count(*)::float8 from ${sql.table(table)})`;
  const rowsOf = (table: string) => sql<number>`coalesce(
    (select reltuples::float8 from pg_class where oid = to_regclass(${table}) and reltuples > 0), ${countOf(table)})`;
  const { rows } = await sql<TableSizes>`select ${rowsOf(kind)} as records, ${rowsOf(`${kind}_element`)} as elements,
    ${countOf('connection')} as connections`.execute(db);
  return rows[0] ?? { records: 0, elements: 0, connections: 0 };
}
