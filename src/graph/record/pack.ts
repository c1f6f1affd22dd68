import { identifiersPerArray } from '../../contract/limits.ts';
import type { Identifier, IdentifierKind } from './kind.ts';

/** Identifiers that go out in one fetch: at most 1000 of each kind, since the cap is per array. */
export type Pack = readonly Identifier[];

/** Packs identifiers into the fewest fetches: fetch k takes slice k of every kind. */
export function pack(identifiers: readonly Identifier[]): readonly Pack[] {
  const packs: Identifier[][] = [];
  const counts = new Map<IdentifierKind, number>();
  for (const identifier of identifiers) {
    const count = counts.get(identifier.kind) ?? 0;
    counts.set(identifier.kind, count + 1);
    const slice = Math.floor(count / identifiersPerArray);
    const open = packs[slice];
    if (open) open.push(identifier);
    else packs.push([identifier]);
  }
  return packs;
}

/** Different uuids never name one record; any other identifier may name the record of another one. */
export const canAlias = (identifiers: readonly Identifier[]): boolean =>
  identifiers.some((identifier) => identifier.kind !== 'ids');
