import { identifiersPerArray } from '../../contract/limits.ts';
import type { Identifier, IdentifierKind } from '../cache/record-key.ts';
import type { LoadKey } from './load-key.ts';

/** Identifiers that go out in one fetch: at most 1000 of each kind, since the cap is per array. */
export type Chunk = readonly LoadKey[];

/** Cuts a batch into the fewest chunks, of so many keys at most: chunk k takes slice k of every kind. */
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

/** Different uuids never name one record; any other identifier may name the record of another one. */
export const canAlias = (identifiers: readonly Identifier[]): boolean =>
  identifiers.some((identifier) => identifier.kind !== 'ids');
