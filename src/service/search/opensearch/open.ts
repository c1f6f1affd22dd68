import type { Kysely } from 'kysely';
import type { SearchableKind } from '../../../contract/catalogue.ts';
import type { Database } from '../../../store/database.ts';
import type { SearchEngine, SearchOptions } from '../engine.ts';
import { type Building, type BuildOptions, buildMissing, isBuilt, rebuild } from './build.ts';
import { type CheckResult, check } from './check.ts';
import { Cluster, type ClusterConfig } from './cluster.ts';
import { ConnectedProfiles } from './connected.ts';
import { documentFormat } from './document.ts';
import { openSearchEngine } from './engine.ts';
import { aliasesOf, dropIndex, dropRetired, forgetIndexes, type Shards } from './indexes.ts';
import { Outbox } from './outbox.ts';

export interface SearchClusterConfig {
  readonly cluster: ClusterConfig;
  /** Number of primary shards of new indexes. */
  readonly shards?: Shards | undefined;
  /** Stable pages of more ids than this use a point in time of the cluster; default and maximum: 10,000. */
  readonly keptIds?: number | undefined;
}

export interface SearchHealth {
  readonly state: 'current' | 'behind' | 'building' | 'unreachable';
  /** Changes not yet in the indexes, and the age of the oldest in seconds. */
  readonly entries: number;
  readonly seconds: number;
}

/** A search cluster, which answers searches once its indexes are complete; until then, SQL does. */
export interface SearchCluster extends AsyncDisposable {
  readonly engine: SearchEngine;
  /** Keeps the indexes up to date until `close`. */
  start(): void;
  isBuilt(): Promise<boolean>;
  /** Builds missing indexes. */
  buildMissing(options?: BuildOptions): Promise<void>;
  /** Rebuilds all indexes while the live ones keep answering. */
  rebuild(options?: BuildOptions): Promise<void>;
  /** Compares the live indexes with the store, and repairs them. */
  check(): Promise<readonly CheckResult[]>;
  /** Removes the indexes, switches searches back to SQL, and stops updating the cluster. */
  drop(): Promise<void>;
  /** Removes indexes that were replaced ten minutes ago. `start` also does this regularly. */
  dropRetired(): Promise<void>;
  /** Resolves once searches find all changes committed before the call. */
  drain(signal?: AbortSignal): Promise<void>;
  health(): Promise<SearchHealth>;
  close(): Promise<void>;
}

/** Opens a search cluster. `bySql` answers for kinds without a live index. */
export async function openCluster(
  options: SearchOptions & SearchClusterConfig,
  bySql: SearchEngine,
): Promise<SearchCluster> {
  const { db, log, snapshotBytes, shards, keptIds } = options;
  const cluster = new Cluster(options.cluster);
  const alias = await aliasesOf(db);
  const outbox = new Outbox({ db, cluster, log });
  const building: Building = { db, cluster, outbox, log, alias, shards };
  const connected = new ConnectedProfiles(db);
  const clustered = openSearchEngine({ db, cluster, connected, alias, snapshotBytes, ...(keptIds && { keptIds }) });
  const close = async () => {
    // An interrupted batch is repeated later.
    await Promise.all([outbox.close(), cluster[Symbol.asyncDispose]()]);
  };
  return {
    engine: whereLive(db, clustered, bySql),
    start: () => outbox.start(),
    isBuilt: () => isBuilt(db),
    buildMissing: (how) => buildMissing(building, how),
    rebuild: (how) => rebuild(building, how),
    check: () => check(building),
    drop: async () => {
      const indexes = await forgetIndexes(db);
      for (const { name } of indexes) await dropIndex(db, cluster, name);
    },
    dropRetired: () => dropRetired(db, cluster),
    drain: (signal) => outbox.drain(signal),
    health: () => healthOf(cluster, db, outbox),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Delay of the indexes, in seconds, from which they count as behind. */
const behindAfter = 30;

async function healthOf(cluster: Cluster, db: Kysely<Database>, outbox: Outbox): Promise<SearchHealth> {
  const { entries, seconds } = await outbox.lag();
  const waiting = { entries, seconds: Math.round(seconds) };
  if (!(await cluster.answers())) return { state: 'unreachable', ...waiting };
  if (!(await isBuilt(db))) return { state: 'building', ...waiting };
  return { state: seconds > behindAfter ? 'behind' : 'current', ...waiting };
}

/**
 * Routes a search to the cluster if the kind has a live index, else to SQL. Checked per search, since indexes change
 * while the service runs.
 */
function whereLive(db: Kysely<Database>, clustered: SearchEngine, bySql: SearchEngine): SearchEngine {
  const liveIndex = (kind: SearchableKind) =>
    db
      .selectFrom('search_index')
      .select('name')
      .where('kind', '=', kind)
      .where('state', '=', 'live')
      .where('format', '=', documentFormat)
      .executeTakeFirst();
  const ask = async <Answer>(
    kind: SearchableKind,
    question: (engine: SearchEngine) => Promise<Answer>,
  ): Promise<Answer> => {
    const asked = await liveIndex(kind);
    if (asked === undefined) return question(bySql);
    try {
      return await question(clustered);
    } catch (error) {
      // The index was dropped or replaced concurrently: retry.
      if ((await liveIndex(kind))?.name === asked.name) throw error;
      return ask(kind, question);
    }
  };
  return {
    page: (search, page) => ask(search.kind, (engine) => engine.page(search, page)),
    stable: (search, position, size) =>
      position?.after === undefined
        ? ask(search.kind, (engine) => engine.stable(search, position, size))
        : clustered.stable(search, position, size),
    strongest: (search, network) => ask(search.kind, (engine) => engine.strongest(search, network)),
  };
}
