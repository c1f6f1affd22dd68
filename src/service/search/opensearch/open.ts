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
  /** Primary shards of new indexes. */
  readonly shards?: Shards | undefined;
  /** Stable pages of more ids are read from a point in time that the cluster keeps; default and most: 10,000. */
  readonly keptIds?: number | undefined;
}

export interface SearchHealth {
  readonly state: 'current' | 'behind' | 'building' | 'unreachable';
  /** Records that the indexes have yet to take in, and since how many seconds the oldest waits. */
  readonly entries: number;
  readonly seconds: number;
}

/** A search cluster beside the store, which answers searches once it holds every record; until then, SQL does. */
export interface SearchCluster extends AsyncDisposable {
  readonly engine: SearchEngine;
  /** Keeps the indexes up to date until this is closed. */
  start(): void;
  isBuilt(): Promise<boolean>;
  /** Builds the indexes that there are not. */
  buildMissing(options?: BuildOptions): Promise<void>;
  /** Builds all indexes anew, beside those that are live. */
  rebuild(options?: BuildOptions): Promise<void>;
  /** Compares the live indexes with the store, and mends them. */
  check(): Promise<readonly CheckResult[]>;
  /** Removes the indexes: from now on SQL answers, and nothing is written for a cluster any more. */
  drop(): Promise<void>;
  /** Removes indexes that were replaced ten minutes ago; `start` sees to it, too. */
  dropRetired(): Promise<void>;
  /** Resolves once searches find everything that was written before the call. */
  drain(signal?: AbortSignal): Promise<void>;
  health(): Promise<SearchHealth>;
  close(): Promise<void>;
}

/** `bySql` answers about kinds that have no live index. */
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
    // A batch that waits for a node is done again later.
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

/** Seconds that the indexes may be behind the store before that counts. */
const behindAfter = 30;

async function healthOf(cluster: Cluster, db: Kysely<Database>, outbox: Outbox): Promise<SearchHealth> {
  const { entries, seconds } = await outbox.lag();
  const waiting = { entries, seconds: Math.round(seconds) };
  if (!(await cluster.answers())) return { state: 'unreachable', ...waiting };
  if (!(await isBuilt(db))) return { state: 'building', ...waiting };
  return { state: seconds > behindAfter ? 'behind' : 'current', ...waiting };
}

/** Asks the cluster about kinds that have a live index there, and SQL about others: indexes come and go while we serve. */
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
      // The index may be dropped or replaced concurrently.
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
    among: (search, ids) => ask(search.kind, (engine) => engine.among(search, ids)),
  };
}
