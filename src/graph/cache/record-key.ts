import { isObject } from '../../contract/json.ts';
import { decoded } from '../../reading/padding.ts';
import { isFoldedSlug, slugKey } from '../../reading/page.ts';

/** The kinds of identifier in a fetch; companies have no entity ids. */
export type IdentifierKind = 'ids' | 'xnet_names' | 'xnet_ids' | 'xnet_entity_ids';

/** Identifier of a record: a uuid, a decoded slug, a numeric id (as a string) or an entity id. */
export interface Identifier {
  readonly kind: IdentifierKind;
  readonly value: string;
  /** The host of the page whose URL a caller gave: the slug is certain only on the provider's own host. */
  readonly host?: string | undefined;
}

/** An identifier as it is kept: of a page, the slug alone. */
export const keptIdentifier = ({ kind, value }: Identifier): Identifier => ({ kind, value });

export type FoundBy = {
  readonly [K in IdentifierKind]?: readonly (string | number)[] | null;
};

export interface FetchedRecord {
  readonly id?: string | null;
  readonly found_by?: FoundBy | null;
}

const uuids = 'ids:';
const slugs = 'xnet_names:';

export const isUuidKey = (key: string): boolean => key.startsWith(uuids);
export const isSlugKey = (key: string): boolean => key.startsWith(slugs);

/** The cache key of an identifier. Uuids are in lower case; slugs keep their case (see `foldedKeyOf`). */
export const keyOf = ({ kind, value }: Identifier): string =>
  kind === 'ids' ? uuids + value.toLowerCase() : `${kind}:${value}`;

/** The kind of all these keys; undefined if they are of several. */
export const kindOfAll = (keys: readonly string[]): IdentifierKind | undefined =>
  identifierKinds.find((kind) => keys.every((key) => key.startsWith(kind) && key[kind.length] === ':'));

export function identifierOf(key: string): Identifier | undefined {
  const kind = identifierKinds.find((one) => key.startsWith(`${one}:`));
  return kind && { kind, value: key.slice(kind.length + 1) };
}

/**
 * The key with its slug in comparison form (lower case, NFC); other keys are unchanged. The interface does not say
 * whether slugs that differ only in case are equal: a record found under the folded key is not paid for again, but a
 * miss of one spelling is no miss of another.
 */
export function foldedKeyOf(key: string): string {
  if (!isSlugKey(key)) return key;
  const slug = key.slice(slugs.length);
  const folded = slugKey(slug);
  return folded === slug ? key : slugs + folded;
}

/** The identifier with its slug decoded and composed (NFC), if that differs. A record with the slug as sent has priority. */
export function otherSpelling({ kind, value }: Identifier): Identifier | undefined {
  if (kind !== 'xnet_names' || isFoldedSlug(value)) return undefined;
  const slug = decoded(value).normalize('NFC');
  return slug === value ? undefined : { kind, value: slug };
}

/** The names of a fetched record, as keys: the requested ones that it answers, and its own. */
export interface Names {
  readonly attributed: readonly string[];
  readonly own: readonly string[];
}

/**
 * A record's own names, its uuid first.
 *
 * @param externalNames its identifiers on the external network
 */
export function ownNames(record: FetchedRecord, externalNames: FoundBy): readonly string[] {
  const own: string[] = [];
  if (typeof record.id === 'string' && record.id !== '') own.push(keyOf({ kind: 'ids', value: record.id }));
  addKeys(own, externalNames);
  return own;
}

/** The names by which the upstream says that it found the record. */
export function foundByNames({ found_by: foundBy }: FetchedRecord): string[] {
  const names: string[] = [];
  if (isObject(foundBy)) addKeys(names, foundBy);
  return names;
}

/** Plain loops: a hot path, run for every loaded record. Anything but lists of strings and numbers is ignored. */
function addKeys(keys: string[], names: FoundBy): void {
  for (const kind of identifierKinds) {
    const values: unknown = names[kind];
    if (!Array.isArray(values)) continue;
    for (const value of values) {
      if (typeof value !== 'string' && typeof value !== 'number') continue;
      const key = keyOf({ kind, value: String(value) });
      const folded = foldedKeyOf(key);
      keys.push(key);
      if (folded !== key) keys.push(folded);
    }
  }
}

const identifierKinds: readonly IdentifierKind[] = ['ids', 'xnet_names', 'xnet_ids', 'xnet_entity_ids'];
