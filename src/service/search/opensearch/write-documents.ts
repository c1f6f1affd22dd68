import { type Kysely, sql } from 'kysely';
import Type from 'typebox';
import type { SearchableKind } from '../../../contract/catalogue.ts';
import type { Database } from '../../../store/database.ts';
import type { Cluster } from './cluster.ts';
import { type StoredRecord, searchDocument } from './document.ts';
import { writeAlias } from './indexes.ts';

/** Bytes of JSON in one `_bulk`, about: enough to make the cost of a request small. */
const bulkBytes = 5 * 1024 * 1024;

const Outcome = Type.Object({
  status: Type.Integer(),
  error: Type.Optional(Type.Object({ type: Type.String(), reason: Type.Optional(Type.Unknown()) })),
});
const Bulk = Type.Object({
  items: Type.Array(Type.Object({ index: Type.Optional(Outcome), delete: Type.Optional(Outcome) })),
});

/** What an index has to hold of a record, as of a moment: its document, or nothing where it is gone. */
export interface DocumentChange {
  readonly id: string;
  /** Of two changes of one record, the one with the greater version holds. */
  readonly version: number;
  readonly document: object | undefined;
}

/** A document that the cluster will not take, however often it is sent. */
export interface RejectedDocument {
  readonly id: string;
  readonly reason: string;
}

/** The records of these ids that there are, with what documents are made of. */
export async function storedRecords(
  db: Kysely<Database>,
  kind: SearchableKind,
  ids: readonly string[],
): Promise<readonly StoredRecord[]> {
  const ordinal =
    kind === 'profile' ? sql`(select ordinal from profile_ordinal where profile_id = id)` : sql`null::integer`;
  const { rows } = await sql<StoredRecord>`
    select id, document, md5(document) as digest, ${ordinal} as ordinal
    from ${sql.table(kind)} where id = any(${ids}::uuid[])`.execute(db);
  return rows;
}

export const documentOf = (kind: SearchableKind, record: StoredRecord | undefined): object | undefined =>
  record && searchDocument(kind, record);

/**
 * Writes changes to an index: in any order, and as often as one likes, since the greatest version of a record holds.
 * Answers what the cluster will not take. Throws where it takes nothing now.
 */
export async function writeDocuments(
  cluster: Cluster,
  index: string,
  changes: readonly DocumentChange[],
): Promise<readonly RejectedDocument[]> {
  const rejected: RejectedDocument[] = [];
  for (const batch of batches(changes)) {
    const lines = batch.flatMap(({ id, version, document }) => {
      const target = { _id: id, version, version_type: 'external_gte' };
      return document === undefined ? [{ delete: target }] : [{ index: target }, document];
    });
    const { items } = await cluster.ask(
      {
        method: 'POST',
        path: `/${writeAlias(index)}/_bulk`,
        query: { require_alias: 'true' },
        lines,
        timeoutMs: 60_000,
      },
      Bulk,
    );
    for (const [at, item] of items.entries()) {
      const outcome = item.index ?? item.delete;
      const change = batch[at];
      if (outcome === undefined || change === undefined || isDone(outcome.status)) continue;
      if (outcome.status === 429 || outcome.status >= 500) {
        throw new Error(`The search cluster takes no documents now: ${outcome.error?.type ?? outcome.status}`);
      }
      rejected.push({ id: change.id, reason: `${outcome.status} ${outcome.error?.type ?? 'unknown'}` });
    }
  }
  return rejected;
}

/** A conflict says that a later version is there; a deletion finds nothing where nothing was. */
const isDone = (status: number): boolean => status < 300 || status === 404 || status === 409;

function* batches(changes: readonly DocumentChange[]): Generator<readonly DocumentChange[]> {
  let batch: DocumentChange[] = [];
  let bytes = 0;
  for (const change of changes) {
    batch.push(change);
    bytes += change.document === undefined ? 100 : JSON.stringify(change.document).length;
    if (bytes < bulkBytes) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}
