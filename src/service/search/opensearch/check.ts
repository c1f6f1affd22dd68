import { type Kysely, sql } from 'kysely';
import Type from 'typebox';
import type { SearchableKind } from '../../../contract/catalogue.ts';
import type { Database } from '../../../store/database.ts';
import type { Cluster } from './cluster.ts';
import { indexesOf } from './indexes.ts';
import type { Outbox } from './outbox.ts';

export interface Checking {
  readonly db: Kysely<Database>;
  readonly cluster: Cluster;
  readonly outbox: Outbox;
}

/** Ids from `from` to before `before`; undefined: no bound. */
interface IdRange {
  readonly from: string | undefined;
  readonly before: string | undefined;
}

export interface CheckResult {
  readonly kind: SearchableKind;
  readonly index: string;
  /** Records in the store. */
  readonly records: number;
  /** Records that the index did not have as the store has them, or had beyond those; all of them are mended. */
  readonly mended: number;
}

const rangeCount = 256;
const pageSize = 10_000;
const rounds = 5;
/** Sorts after every digest. */
const afterDigests = '~';

const edge = (index: number): string => `${index.toString(16).padStart(2, '0')}000000-0000-0000-0000-000000000000`;
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

/** The ranges of ids in which an index has not as many records as the store. What is being written may be among them. */
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

/** Compares every record of the live indexes with the store's, and mends what differs. */
export async function check(checking: Checking): Promise<readonly CheckResult[]> {
  const results: CheckResult[] = [];
  await checking.outbox.drain();
  for (const { kind, name, state } of await indexesOf(checking.db)) {
    if (state !== 'live') continue;
    const mended = await mend(checking, kind, name, ranges);
    const { rows } = await sql<{
      records: number;
    }>`select count(*)::integer as records from ${sql.table(kind)}`.execute(checking.db);
    results.push({ kind, index: name, records: rows[0]?.records ?? 0, mended });
  }
  return results;
}

/**
 * Has the outbox bring up to date what differs within the ranges, and answers the number of those records. What is
 * written meanwhile differs for a moment: only what still does after some rounds is an error.
 */
export async function mend(
  checking: Checking,
  kind: SearchableKind,
  index: string,
  within: readonly IdRange[],
): Promise<number> {
  const all = new Set<string>();
  for (let round = 0; round < rounds; round += 1) {
    const differing: string[] = [];
    for (const range of within) differing.push(...(await differences(checking, kind, index, range)));
    if (differing.length === 0) return all.size;
    for (const id of differing) all.add(id);
    await sql`insert into search_outbox (kind, record_id) select ${kind}, id from unnest(${differing}::uuid[]) as id`.execute(
      checking.db,
    );
    await checking.outbox.drain();
  }
  throw new Error(
    `Index ${index} does not become like the store: the log says which records the cluster will not take.`,
  );
}

/** The ids of the records in a range that are not the same in both. */
async function differences(
  { db, cluster }: Checking,
  kind: SearchableKind,
  index: string,
  range: IdRange,
): Promise<readonly string[]> {
  const differing: string[] = [];
  let from = range.from;
  let inclusive = true;
  for (;;) {
    const reply = await cluster.ask(
      {
        method: 'POST',
        path: `/${index}/_search`,
        query: { allow_partial_search_results: 'false' },
        body: {
          query: withinRange(range),
          size: pageSize,
          sort: [{ id: 'asc' }, { digest: 'asc' }],
          ...(!inclusive && { search_after: [from, afterDigests] }),
          stored_fields: '_none_',
          track_total_hits: false,
        },
        timeoutMs: 60_000,
        patient: true,
      },
      Digests,
    );
    const indexed = new Map(reply.hits.hits.map(({ sort }) => sort));
    const last = reply.hits.hits.length < pageSize ? undefined : reply.hits.hits.at(-1)?.sort[0];
    const stored = await digestsOf(db, kind, { from, inclusive, to: last, before: range.before });
    for (const [id, digest] of stored) if (indexed.get(id) !== digest) differing.push(id);
    for (const id of indexed.keys()) if (!stored.has(id)) differing.push(id);
    if (last === undefined) return differing;
    from = last;
    inclusive = false;
  }
}

interface Stretch {
  readonly from: string | undefined;
  /** Whether `from` itself is part of it. */
  readonly inclusive: boolean;
  /** Included. */
  readonly to: string | undefined;
  /** Not included. */
  readonly before: string | undefined;
}

async function digestsOf(
  db: Kysely<Database>,
  kind: SearchableKind,
  { from, inclusive, to, before }: Stretch,
): Promise<ReadonlyMap<string, string>> {
  const bounds = [
    sql`true`,
    ...(from === undefined ? [] : [inclusive ? sql`id >= ${from}::uuid` : sql`id > ${from}::uuid`]),
    ...(to === undefined ? [] : [sql`id <= ${to}::uuid`]),
    ...(before === undefined ? [] : [sql`id < ${before}::uuid`]),
  ];
  const { rows } = await sql<{ id: string; digest: string }>`
    select id, md5(document) as digest from ${sql.table(kind)} where ${sql.join(bounds, sql` and `)}`.execute(db);
  return new Map(rows.map(({ id, digest }) => [id, digest]));
}

const withinRange = ({ from, before }: IdRange): object => ({
  range: { id: { ...(from !== undefined && { gte: from }), ...(before !== undefined && { lt: before }) } },
});
