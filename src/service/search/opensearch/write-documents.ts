import Type from 'typebox';
import type { SearchableKind } from '../../../contract/catalogue.ts';
import type { Cluster } from './cluster.ts';
import { searchDocument } from './document.ts';
import { writeAlias } from './indexes.ts';
import type { StoredRecord } from './stored-record.ts';

/** Approximate size of a `_bulk` request in bytes, large enough to amortize its cost. */
const bulkBytes = 5 * 1024 * 1024;

const Outcome = Type.Object({
  status: Type.Integer(),
  error: Type.Optional(Type.Object({ type: Type.String(), reason: Type.Optional(Type.Unknown()) })),
});
const Bulk = Type.Object({
  items: Type.Array(Type.Object({ index: Type.Optional(Outcome), delete: Type.Optional(Outcome) })),
});

/** A record's new document in an index; undefined if the record is deleted. */
export interface DocumentChange {
  readonly id: string;
  /** The change with the greater version wins. */
  readonly version: number;
  readonly document: object | undefined;
}

/** A document that the cluster refuses permanently. */
export interface RejectedDocument {
  readonly id: string;
  readonly reason: string;
}

export const documentOf = (kind: SearchableKind, record: StoredRecord | undefined): object | undefined =>
  record && searchDocument(kind, record);

/** Attempts to write a document that the cluster cannot accept at the moment. */
const attempts = 30;

/**
 * Writes changes to an index. Idempotent and independent of order, since the greatest version wins. Returns the
 * rejected documents. Retries while the cluster loses a node; throws if it stays unavailable.
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

/** Writes a batch and returns failed changes: with a reason if refused permanently, without if they may be retried. */
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

/** 409: a later version exists. 404: the deleted document did not exist. */
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
