import Type from 'typebox';
import type { SearchableKind } from '../../../contract/catalogue.ts';
import type { Cluster } from './cluster.ts';
import { searchDocument } from './document.ts';
import { writeAlias } from './indexes.ts';
import type { StoredRecord } from './stored-record.ts';

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

export const documentOf = (kind: SearchableKind, record: StoredRecord | undefined): object | undefined =>
  record && searchDocument(kind, record);

/** So often a document is sent again that the cluster can't take at the moment. */
const attempts = 30;

/**
 * Writes changes to an index: in any order, and as often as one likes, since the greatest version of a record holds.
 * Answers what the cluster will not take. Waits for a cluster that loses a node, and throws where it stays away.
 */
export async function writeDocuments(
  cluster: Cluster,
  index: string,
  changes: readonly DocumentChange[],
): Promise<readonly RejectedDocument[]> {
  const rejected: RejectedDocument[] = [];
  for (const batch of batches(changes)) {
    let left = batch;
    for (let attempt = 0; left.length > 0; attempt += 1) {
      if (attempt === attempts) throw new Error('The search cluster accepts no documents now.');
      if (attempt > 0) await cluster.pause(1000);
      const outcomes = await writeBatch(cluster, index, left);
      rejected.push(
        ...outcomes.flatMap(({ change: { id }, reason }) => (reason === undefined ? [] : [{ id, reason }])),
      );
      left = outcomes.filter(({ reason }) => reason === undefined).map(({ change }) => change);
    }
  }
  return rejected;
}

/** What was not written: with the reason where the cluster will not take it, without one where it can't now. */
async function writeBatch(
  cluster: Cluster,
  index: string,
  batch: readonly DocumentChange[],
): Promise<readonly { readonly change: DocumentChange; readonly reason: string | undefined }[]> {
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
      patient: true,
    },
    Bulk,
  );
  return batch.flatMap((change, at) => {
    const outcome = items[at]?.index ?? items[at]?.delete;
    if (outcome !== undefined && isDone(outcome.status)) return [];
    const passes = outcome === undefined || outcome.status === 429 || outcome.status >= 500;
    return [{ change, reason: passes ? undefined : `${outcome.status} ${outcome.error?.type ?? 'unknown'}` }];
  });
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
