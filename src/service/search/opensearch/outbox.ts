import { setTimeout } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Logger } from 'pino';
import Type from 'typebox';
import type { SearchableKind } from '../../../contract/catalogue.ts';
import type { Database } from '../../../store/database.ts';
import { reasonOf } from '../../../telemetry/reason.ts';
import type { Cluster } from './cluster.ts';
import { dropRetired, indexesOf, kinds } from './indexes.ts';
import { recordsOf } from './stored-record.ts';
import { type DocumentChange, documentOf, writeDocuments } from './write-documents.ts';

/** Maximum number of records per transaction. */
const batchSize = 500;
const idleMs = 200;
const longestPauseMs = 5_000;
const housekeepingMs = 60_000;

const Refreshed = Type.Object({ _shards: Type.Object({ failed: Type.Integer() }) });

export interface OutboxOptions {
  readonly db: Kysely<Database>;
  readonly cluster: Cluster;
  readonly log: Logger;
  /** Number of batches written concurrently. */
  readonly workers?: number;
}

/** How far the cluster's indexes are behind the store. */
export interface Lag {
  /** Number of entries in the outbox. */
  readonly entries: number;
  /** Age of the oldest entry; 0 if there is none. */
  readonly seconds: number;
}

/**
 * Writes changed records to all indexes of the store. An entry is deleted in the transaction that locks it, once the
 * cluster has acknowledged the record's current state, so that interrupted batches are repeated to the same result.
 */
export class Outbox {
  readonly #options: OutboxOptions;
  readonly #stopping = new AbortController();
  #running: Promise<unknown> | undefined;

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  /** Starts the workers, which run until `close`. */
  start(): void {
    const { workers = 2 } = this.#options;
    const loops = Array.from({ length: workers }, () => this.#loop(() => this.#writeSome(), idleMs));
    const { db, cluster } = this.#options;
    const housekeeping = this.#loop(async () => {
      await dropRetired(db, cluster);
      return 0;
    }, housekeepingMs);
    this.#running = Promise.all([...loops, housekeeping]);
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  /** Resolves once searches find all changes committed before the call. Writes batches itself meanwhile. */
  async drain(signal?: AbortSignal): Promise<void> {
    const { db, cluster } = this.#options;
    const { rows } = await sql<{ last: number | null }>`select max(seq) as last from search_outbox`.execute(db);
    const last = rows[0]?.last ?? 0;
    const left = async () =>
      (await db.selectFrom('search_outbox').select('seq').where('seq', '<=', last).limit(1).executeTakeFirst()) !==
      undefined;
    while (await left()) {
      signal?.throwIfAborted();
      // The remaining entries are locked by another worker.
      if ((await this.#writeSome()) === 0) await setTimeout(20);
    }
    for (const { name } of await indexesOf(db)) await refresh(cluster, name);
  }

  async lag(): Promise<Lag> {
    const { rows } = await sql<Lag>`select count(*)::integer as entries,
      coalesce(extract(epoch from clock_timestamp() - min(written_at)), 0)::double precision as seconds
      from search_outbox`.execute(this.#options.db);
    return rows[0] ?? { entries: 0, seconds: 0 };
  }

  async #loop(work: () => Promise<number>, idle: number): Promise<void> {
    const { signal } = this.#stopping;
    let pause = idle;
    while (!signal.aborted) {
      try {
        const done = await work();
        pause = idle;
        if (done > 0) continue;
      } catch (error) {
        this.#options.log.warn(
          { error: reasonOf(error) },
          'The search cluster could not be updated; the update is retried.',
        );
        pause = Math.min(pause * 2, Math.max(longestPauseMs, idle));
      }
      await setTimeout(pause, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Writes a batch of entries to all indexes; returns its size. */
  #writeSome(): Promise<number> {
    return this.#options.db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ seq: number; kind: SearchableKind; record_id: string }>`
        delete from search_outbox where seq in (
          select seq from search_outbox order by seq limit ${sql.lit(batchSize)} for update skip locked
        ) returning seq, kind, record_id`.execute(trx);
      for (const kind of kinds) {
        const versions = new Map<string, number>();
        for (const row of rows) {
          if (row.kind === kind) versions.set(row.record_id, Math.max(row.seq, versions.get(row.record_id) ?? 0));
        }
        if (versions.size > 0) await this.#write(trx, kind, versions);
      }
      return rows.length;
    });
  }

  async #write(trx: Transaction<Database>, kind: SearchableKind, versions: ReadonlyMap<string, number>): Promise<void> {
    const { cluster, log } = this.#options;
    const ids = [...versions.keys()];
    // Read after the entries were taken: an index created later reads these records from the store.
    const indexes = await indexesOf(trx, kind);
    const records = new Map((await recordsOf(trx, kind, ids)).map((record) => [record.id, record]));
    const changes = [...versions].map(
      ([id, version]): DocumentChange => ({ id, version, document: documentOf(kind, records.get(id)) }),
    );
    for (const { name } of indexes) {
      const rejected = await writeDocuments(cluster, name, changes);
      for (const { id, reason } of rejected) {
        log.error({ kind, id, index: name, reason }, 'The search cluster refused a record.');
      }
    }
  }
}

const refreshes = 30;

/**
 * Refreshes an index, so that searches find new documents. Repeats until all copies succeed, since a failed copy keeps
 * its old state.
 */
async function refresh(cluster: Cluster, index: string): Promise<void> {
  for (let attempt = 0; attempt < refreshes; attempt += 1) {
    if (attempt > 0) await cluster.pause(1000);
    const { _shards: copies } = await cluster.ask(
      {
        method: 'POST',
        path: `/${index}/_refresh`,
        // The index may be dropped concurrently.
        query: { ignore_unavailable: 'true' },
        timeoutMs: 30_000,
        patient: true,
      },
      Refreshed,
    );
    if (copies.failed === 0) return;
  }
  throw new Error(`Not every copy of index ${index} can be refreshed.`);
}
