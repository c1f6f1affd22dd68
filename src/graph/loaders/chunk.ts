import { identifiersPerArray } from '../../contract/limits.ts';
import type { Identifier, IdentifierKind } from '../cache/record-key.ts';
import type { LoadKey } from './load-key.ts';

/** Identifiers of one fetch: at most 1,000 of each kind, because the limit is per array. */
export type Chunk = readonly LoadKey[];

/**
 * Cuts a batch into chunks of at most `most` keys: chunk k takes slice k of every kind, and is cut again if too long.
 */
export function chunksOf(batch: readonly LoadKey[], most: number): readonly Chunk[] {
  if (batch.length <= Math.min(identifiersPerArray, most)) return batch.length > 0 ? [batch] : [];
  const chunks: LoadKey[][] = [];
  const counts = new Map<IdentifierKind, number>();
  for (const loadKey of batch) {
    const count = counts.get(loadKey.kind) ?? 0;
    counts.set(loadKey.kind, count + 1);
    const slice = Math.floor(count / identifiersPerArray);
    const open = chunks[slice];
    if (open) open.push(loadKey);
    else chunks.push([loadKey]);
  }
  return chunks.flatMap((chunk) => [...slicesOf(chunk, most)]);
}

function* slicesOf(chunk: Chunk, most: number): Generator<Chunk> {
  for (let at = 0; at < chunk.length; at += most) yield chunk.slice(at, at + most);
}

/** Whether two identifiers may name the same record: different uuids never do, any other kinds may. */
export const canAlias = (identifiers: readonly Identifier[]): boolean =>
  identifiers.some((identifier) => identifier.kind !== 'ids');
