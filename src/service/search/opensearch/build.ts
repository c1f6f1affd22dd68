import type { Kysely, Selectable } from 'kysely';
import type { Logger } from 'pino';
import type { SearchableKind } from '../../../contract/catalogue.ts';
import type { Database, SearchIndexTable } from '../../../store/database.ts';
import { compareCounts, mend } from './check.ts';
import type { Cluster } from './cluster.ts';
import { documentFormat, searchDocument } from './document.ts';
import { beginIndex, dropIndex, goLive, indexesOf, kinds, type Shards, shardsFor } from './indexes.ts';
import type { Outbox } from './outbox.ts';
import { countOf, recordsAfter } from './stored-record.ts';
import { writeDocuments } from './write-documents.ts';

export interface Building {
  readonly db: Kysely<Database>;
  readonly cluster: Cluster;
  readonly outbox: Outbox;
  readonly log: Logger;
  readonly alias: (kind: SearchableKind) => string;
  readonly shards?: Shards | undefined;
}

export interface BuildProgress {
  readonly kind: SearchableKind;
  readonly done: number;
  readonly total: number;
}

export interface BuildOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: BuildProgress) => void) | undefined;
}

const pageSize = 500;
/** Greatest id: the index is filled. */
const end = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Whether each kind has a live index in the current document format. */
export async function isBuilt(db: Kysely<Database>): Promise<boolean> {
  const indexes = await indexesOf(db);
  return kinds.every((kind) => indexes.some((index) => index.kind === kind && isLive(index)));
}

const isLive = ({ state, format }: Selectable<SearchIndexTable>): boolean =>
  state === 'live' && format === documentFormat;

/** Builds the indexes that are missing. Resumes an interrupted build. */
export async function buildMissing(building: Building, options: BuildOptions = {}): Promise<void> {
  for (const kind of kinds) {
    if (!(await indexesOf(building.db, kind)).some(isLive)) await build(building, kind, options);
  }
}

/** Rebuilds all indexes while the live ones keep answering. Resumes an interrupted build. */
export async function rebuild(building: Building, options: BuildOptions = {}): Promise<void> {
  for (const kind of kinds) await build(building, kind, options);
}

/**
 * Fills an index from the store while the outbox also feeds it, compares it with the store, and makes it live. Answers
 * are correct throughout: the old index is kept up to date until then, and retained for pages started on it.
 */
async function build(building: Building, kind: SearchableKind, options: BuildOptions): Promise<void> {
  const { db, cluster, outbox, log, shards } = building;
  const alias = building.alias(kind);
  const begun = (await indexesOf(db, kind)).filter(({ state }) => state === 'building');
  for (const { name, format } of begun) if (format !== documentFormat) await dropIndex(db, cluster, name);
  const name =
    begun.find(({ format }) => format === documentFormat)?.name ??
    (await beginIndex(building, kind, alias, shards?.[kind] ?? shardsFor(kind, await countOf(db, kind))));
  const index = await db.selectFrom('search_index').selectAll().where('name', '=', name).executeTakeFirstOrThrow();
  log.info({ kind, index: name, from: index.filled_to }, 'Filling an index of the search cluster.');
  await fill(building, index, options);
  await outbox.drain(options.signal);
  const differing = await compareCounts(building, kind, name);
  if (differing.length > 0) await mend(building, kind, name, differing);
  await goLive(building, kind, alias, name);
  log.info({ kind, index: name }, 'Searches use a new index of the search cluster.');
}

async function fill(
  { db, cluster, log }: Building,
  { name, kind, base_seq: version, filled_to: filledTo }: Selectable<SearchIndexTable>,
  { signal, onProgress = () => undefined }: BuildOptions,
): Promise<void> {
  const read = (after: string | undefined) => recordsAfter(db, kind, after, pageSize);
  const total = await countOf(db, kind);
  let done = 0;
  let page = await read(filledTo ?? undefined);
  while (page.length > 0) {
    signal?.throwIfAborted();
    const last = page.at(-1)?.id ?? end;
    const next = page.length < pageSize ? [] : read(last);
    const changes = page.map((record) => ({ id: record.id, version, document: searchDocument(kind, record) }));
    // Handles a rejection of the prefetched page if writing the current one throws first.
    if (next instanceof Promise) next.catch(() => undefined);
    for (const { id, reason } of await writeDocuments(cluster, name, changes)) {
      log.error({ kind, id, index: name, reason }, 'The search cluster refused a record.');
    }
    await db.updateTable('search_index').set({ filled_to: last }).where('name', '=', name).execute();
    done += page.length;
    onProgress({ kind, done, total: Math.max(total, done) });
    page = await next;
  }
  await db.updateTable('search_index').set({ filled_to: end }).where('name', '=', name).execute();
}
