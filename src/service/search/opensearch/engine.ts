import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import Type from 'typebox';
import Value from 'typebox/value';
import type { SearchableKind } from '../../../contract/catalogue.ts';
import type { Database } from '../../../store/database.ts';
import { idsOfNetwork } from '../../network/strongest.ts';
import type { SnapshotPosition } from '../../page-token.ts';
import { badRequest } from '../../problem.ts';
import {
  expired,
  firstPage,
  keepPointInTime,
  laterPage,
  listed,
  type Page,
  type PageSize,
  pointInTimeOf,
} from '../../snapshot.ts';
import type { Search, SearchEngine, SearchPage, SearchResult } from '../engine.ts';
import { type Cluster, ClusterRefusal, lostContext } from './cluster.ts';
import { compile, ordinalIn, type Query } from './compile.ts';
import type { ConnectedProfiles } from './connected.ts';

/** OpenSearch's limit of hits per request. */
const hitsAtMost = 10_000;
const searchTimeoutMs = 10_000;
const keepAlive = '5m';

const Hits = Type.Object({
  hits: Type.Object({
    total: Type.Object({ value: Type.Integer() }),
    hits: Type.Array(Type.Object({ sort: Type.Array(Type.String()) })),
  }),
});
const PointInTime = Type.Object({ pit_id: Type.String() });
const Kept = Type.Object({ id: Type.String(), query: Type.Record(Type.String(), Type.Unknown()) });

export interface OpenSearchEngineOptions {
  readonly db: Kysely<Database>;
  readonly cluster: Cluster;
  readonly connected: ConnectedProfiles;
  /** The alias of a kind's live index. */
  readonly alias: (kind: SearchableKind) => string;
  /** Maximum size in the store of a snapshot of ids, or of a point in time's state. */
  readonly snapshotBytes: number;
  /** Stable pages of more ids than this use a point in time of the cluster. */
  readonly keptIds?: number;
}

/** Search engine over a cluster that holds the records' tokens. */
export function openSearchEngine(options: OpenSearchEngineOptions): SearchEngine {
  const { db, cluster, connected, alias, snapshotBytes, keptIds = hitsAtMost } = options;

  const queryFor = async ({ tree, scope, inNetworkOnly }: Search): Promise<Query> => {
    const query = await compile(tree, (condition) => connected.bitmap(scope, condition));
    const network = inNetworkOnly ? [ordinalIn(await connected.bitmap(scope, { kind: 'all' }))] : [];
    return { bool: { filter: [query, ...network] } };
  };

  /** The ids of hits, in order. They are the sort values, so that no document is read. */
  const idsOf = async (path: string, query: Query, page: SearchPage, more: object = {}): Promise<SearchResult> => {
    const reply = await cluster
      .ask(
        {
          method: 'POST',
          path: `${path}/_search`,
          query: {
            allow_partial_search_results: 'false',
            cancel_after_time_interval: `${searchTimeoutMs}ms`,
          },
          body: {
            query,
            size: page.limit,
            sort: [{ id: 'asc' }],
            ...(page.afterId !== undefined && { search_after: [page.afterId] }),
            stored_fields: '_none_',
            track_total_hits: true,
            ...more,
          },
          timeoutMs: searchTimeoutMs,
          hedged: true,
        },
        Hits,
      )
      .catch((error) => {
        throw tooCostly(error)
          ? badRequest(
              'query: must be simpler for a search cluster: it has too many clauses, or a pattern with too many wildcards',
            )
          : error;
      });
    return { ids: reply.hits.hits.flatMap(({ sort: [id] }) => id ?? []), total: reply.hits.total.value };
  };

  const firstStable = async (search: Search, size: PageSize): Promise<Page> => {
    const query = await queryFor(search);
    const keeping = { teamId: search.scope.teamId, now: size.now, snapshotBytes };
    const path = `/${alias(search.kind)}`;
    // A single request sees one state of each shard, so that all ids of the snapshot are consistent.
    const { ids, total } = await idsOf(path, query, { limit: Math.min(keptIds, hitsAtMost) });
    if (total <= ids.length) return firstPage(db, listed(ids), { ...size, ...keeping });
    const { pit_id: id } = await cluster.ask(
      { method: 'POST', path: `${path}/_search/point_in_time`, query: { keep_alive: keepAlive } },
      PointInTime,
    );
    const first = await idsOf('', query, size, { pit: { id, keep_alive: keepAlive } });
    const snapshot = randomUUID();
    await keepPointInTime(db, snapshot, JSON.stringify({ id, query }), keeping);
    return pageOf(first, size, snapshot, size.limit);
  };

  const laterStable = async (position: SnapshotPosition, size: PageSize): Promise<Page> => {
    if (position.after === undefined) return laterPage(db, position, size);
    const kept: unknown = JSON.parse(await pointInTimeOf(db, position.snapshot, size.now));
    if (!Value.Check(Kept, kept)) throw new Error('A stored point in time has an unexpected form.');
    // Safe: only `keepPointInTime` writes it, with a query compiled here.
    const found = await idsOf(
      '',
      kept.query as Query,
      { limit: size.limit, afterId: position.after },
      {
        pit: { id: kept.id, keep_alive: keepAlive },
      },
    ).catch((error) => {
      throw isLost(error) ? expired() : error;
    });
    return pageOf(found, size, position.snapshot, position.offset + size.limit);
  };

  return {
    page: async (search, page) => idsOf(`/${alias(search.kind)}`, await queryFor(search), page),
    stable: (search, position, size) =>
      position === undefined ? firstStable(search, size) : laterStable(position, size),
    strongest: async (search, network) => {
      const [query, ids] = await Promise.all([queryFor(search), idsOfNetwork(db, network)]);
      const found = new Set<string>();
      for (let start = 0; start < ids.length; start += hitsAtMost) {
        const some = ids.slice(start, start + hitsAtMost);
        const { ids: matching } = await idsOf(
          `/${alias(search.kind)}`,
          { bool: { filter: [query, { terms: { id: some } }] } },
          { limit: some.length },
        );
        for (const id of matching) found.add(id);
      }
      return ids.filter((id) => found.has(id));
    },
  };
}

function pageOf({ ids, total }: SearchResult, { limit }: PageSize, snapshot: string, offset: number): Page {
  const after = ids.at(-1);
  return {
    ids,
    total,
    next: limit > 0 && after !== undefined && offset < total ? { snapshot, offset, after } : undefined,
  };
}

/** Whether a query exceeds limits of the cluster. */
const tooCostly = (error: unknown): boolean =>
  error instanceof ClusterRefusal &&
  error.status === 400 &&
  /too_many|Determinizing|too large|maxClauseCount/.test(error.message);

/** A point in time is lost with its index, or with a node that holds it. */
const isLost = (error: unknown): boolean =>
  error instanceof ClusterRefusal && (error.status === 404 || error.type === lostContext);
