import { isDeepStrictEqual } from 'node:util';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import Type from 'typebox';
import type { SearchableKind } from '../../../contract/catalogue.ts';
import type { Database } from '../../../store/database.ts';
import type { Cluster } from './cluster.ts';
import { indexesOf } from './indexes.ts';
import type { Outbox } from './outbox.ts';
import { countOf } from './stored-record.ts';

export interface Checking {
  readonly db: Kysely<Database>;
  readonly cluster: Cluster;
  readonly outbox: Outbox;
}

/** Ids from `from` to before `before`; undefined: unbounded. */
interface IdRange {
  readonly from: string | undefined;
  readonly before: string | undefined;
}

export interface CheckResult {
  readonly kind: SearchableKind;
  readonly index: string;
  /** Number of records in the store. */
  readonly records: number;
  /** Number of records that were missing, outdated or surplus in the index, all repaired. */
  readonly mended: number;
}

const rangeCount = 256;
const pageSize = 10_000;
const rounds = 5;
/** Sorts after all digests. */
const afterDigests = '~';

const edge = (index: number): string => `${index.toString(16).padStart(2, '0')}000000-0000-0000-0000-000000000000`;
const everything: IdRange = { from: undefined, before: undefined };
const ranges: readonly IdRange[] = Array.from({ length: rangeCount }, (_, index) => ({
  from: index === 0 ? undefined : edge(index),
  before: index === rangeCount - 1 ? undefined : edge(index + 1),
}));

const Counts = Type.Object({
  aggregations: Type.Object({
    ranges: Type.Object({ buckets: Type.Record(Type.String(), Type.Object({ doc_count: Type.Integer() })) }),
  }),
});
const Digests = Type.Object({
  hits: Type.Object({ hits: Type.Array(Type.Object({ sort: Type.Tuple([Type.String(), Type.String()]) })) }),
});

/** The ranges of ids whose record counts differ between index and store. Writes in progress can cause differences. */
export async function compareCounts(
  { db, cluster }: Pick<Checking, 'db' | 'cluster'>,
  kind: SearchableKind,
  index: string,
): Promise<readonly IdRange[]> {
  const { rows } = await sql<{ range: number; count: number }>`
    select ('x' || left(id::text, 2))::bit(8)::integer as range, count(*)::integer as count
    from ${sql.table(kind)} group by 1`.execute(db);
  const stored = new Map(rows.map(({ range, count }) => [range, count]));
  const filters = Object.fromEntries(ranges.map((range, at) => [String(at), withinRange(range)]));
  const reply = await cluster.ask(
    {
      method: 'POST',
      path: `/${index}/_search`,
      query: { allow_partial_search_results: 'false' },
      body: { size: 0, track_total_hits: false, aggs: { ranges: { filters: { filters } } } },
      timeoutMs: 60_000,
      patient: true,
    },
    Counts,
  );
  const { buckets } = reply.aggregations.ranges;
  return ranges.filter((_, at) => (buckets[String(at)]?.doc_count ?? 0) !== (stored.get(at) ?? 0));
}

/** Compares all records of the live indexes with the store, and repairs differences. */
export async function check(checking: Checking): Promise<readonly CheckResult[]> {
  const results: CheckResult[] = [];
  await checking.outbox.drain();
  for (const { kind, name, state } of await indexesOf(checking.db)) {
    if (state !== 'live') continue;
    const mended = await mend(checking, kind, name, [everything]);
    results.push({ kind, index: name, records: await countOf(checking.db, kind), mended });
  }
  return results;
}

/** A record that differs: its digests in index and store, undefined if it is missing there. */
interface Difference {
  readonly id: string;
  readonly indexed: string | undefined;
  readonly stored: string | undefined;
}

/**
 * Repairs the differences within the ranges by the outbox, and returns their number. A write in progress causes a
 * passing difference and repairs it by its own outbox entry, so only a difference that is unchanged on both sides
 * counts.
 */
export async function mend(
  checking: Checking,
  kind: SearchableKind,
  index: string,
  within: readonly IdRange[],
): Promise<number> {
  const { db, outbox } = checking;
  let differing: readonly Difference[] = [];
  for (const range of within) differing = [...differing, ...(await differences(checking, kind, index, range))];
  if (differing.length === 0) return 0;
  await outbox.drain();
  differing = await lasting(checking, kind, index, differing);
  const mended = differing.length;
  for (let round = 0; round < rounds && differing.length > 0; round += 1) {
    const ids = differing.map(({ id }) => id);
    await sql`insert into search_outbox (kind, record_id) select ${kind}, id from unnest(${ids}::uuid[]) as id`.execute(
      db,
    );
    await outbox.drain();
    differing = await lasting(checking, kind, index, differing);
  }
  const [left] = differing;
  if (left === undefined) return mended;
  throw new Error(
    `Index ${index} still differs from the store in ${differing.length} records, such as ${left.id}: the log says which the cluster refuses.`,
  );
}

/** The current differences in a range of ids. */
async function differences(
  { db, cluster }: Checking,
  kind: SearchableKind,
  index: string,
  range: IdRange,
): Promise<readonly Difference[]> {
  const differing: Difference[] = [];
  let from = range.from;
  let inclusive = true;
  for (;;) {
    const after = inclusive ? {} : { search_after: [from, afterDigests] };
    const indexed = await indexedDigests(cluster, index, { query: withinRange(range), ...after });
    const last = indexed.size < pageSize ? undefined : [...indexed.keys()].at(-1);
    differing.push(
      ...between(indexed, await digestsOf(db, kind, stretch({ from, inclusive, to: last, before: range.before }))),
    );
    if (last === undefined) return differing;
    from = last;
    inclusive = false;
  }
}

/** The differences that are unchanged since `before` was read. */
async function lasting(
  { db, cluster }: Checking,
  kind: SearchableKind,
  index: string,
  before: readonly Difference[],
): Promise<readonly Difference[]> {
  const same: Difference[] = [];
  for (let start = 0; start < before.length; start += pageSize) {
    const was = new Map(before.slice(start, start + pageSize).map((difference) => [difference.id, difference]));
    const ids = [...was.keys()];
    const indexed = await indexedDigests(cluster, index, { query: { terms: { id: ids } } });
    const now = between(indexed, await digestsOf(db, kind, sql`id = any(${ids}::uuid[])`));
    same.push(...now.filter((difference) => isDeepStrictEqual(difference, was.get(difference.id))));
  }
  return same;
}

function between(indexed: ReadonlyMap<string, string>, stored: ReadonlyMap<string, string>): readonly Difference[] {
  return [...new Set([...indexed.keys(), ...stored.keys()])]
    .map((id) => ({ id, indexed: indexed.get(id), stored: stored.get(id) }))
    .filter((record) => record.indexed !== record.stored);
}

/** The digests of a page of documents by id, in order. */
async function indexedDigests(cluster: Cluster, index: string, body: object): Promise<ReadonlyMap<string, string>> {
  const reply = await cluster.ask(
    {
      method: 'POST',
      path: `/${index}/_search`,
      query: { allow_partial_search_results: 'false' },
      body: {
        ...body,
        size: pageSize,
        sort: [{ id: 'asc' }, { digest: 'asc' }],
        stored_fields: '_none_',
        track_total_hits: false,
      },
      timeoutMs: 60_000,
      patient: true,
    },
    Digests,
  );
  return new Map(reply.hits.hits.map(({ sort }) => sort));
}

interface Stretch {
  readonly from: string | undefined;
  /** Whether `from` is included. */
  readonly inclusive: boolean;
  /** Inclusive. */
  readonly to: string | undefined;
  /** Exclusive. */
  readonly before: string | undefined;
}

function stretch({ from, inclusive, to, before }: Stretch): RawBuilder<unknown> {
  const bounds = [
    sql`true`,
    ...(from === undefined ? [] : [inclusive ? sql`id >= ${from}::uuid` : sql`id > ${from}::uuid`]),
    ...(to === undefined ? [] : [sql`id <= ${to}::uuid`]),
    ...(before === undefined ? [] : [sql`id < ${before}::uuid`]),
  ];
  return sql.join(bounds, sql` and `);
}

async function digestsOf(
  db: Kysely<Database>,
  kind: SearchableKind,
  where: RawBuilder<unknown>,
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; digest: string }>`
    select id, md5(document) as digest from ${sql.table(kind)} where ${where}`.execute(db);
  return new Map(rows.map(({ id, digest }) => [id, digest]));
}

const withinRange = ({ from, before }: IdRange): object => ({
  range: { id: { ...(from !== undefined && { gte: from }), ...(before !== undefined && { lt: before }) } },
});
