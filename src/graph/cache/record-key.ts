import { decoded, type ExternalIdentifiers, slugKey } from '../../contract/identifier.ts';
import { isObject } from '../../contract/json.ts';

/** The ways to name a record in a fetch; companies have no entity ids. */
export type IdentifierKind = 'ids' | 'xnet_names' | 'xnet_ids' | 'xnet_entity_ids';

/** A record by one of its names: a uuid, a decoded slug, a numeric id (as a string) or an entity id. */
export interface Identifier {
  readonly kind: IdentifierKind;
  readonly value: string;
}

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

/** An identifier in the form in which two of them are compared: a slug as it is spelled, a uuid in lower case. */
export const keyOf = ({ kind, value }: Identifier): string =>
  kind === 'ids' ? uuids + value.toLowerCase() : `${kind}:${value}`;

/**
 * A key under which slugs of one record meet that differ in their case only. The interface does not say whether they
 * then are one: a record found so is not paid for again, but a miss of one spelling is none of another's.
 */
export function foldedKeyOf(key: string): string {
  if (!isSlugKey(key)) return key;
  const slug = key.slice(slugs.length);
  const folded = slugKey(slug);
  return folded === slug ? key : slugs + folded;
}

/** A slug once decoded, if it may have been sent percent-encoded; a record that has the slug as it is sent is meant before. */
export function otherSpelling({ kind, value }: Identifier): Identifier | undefined {
  const slug = kind === 'xnet_names' ? decoded(value) : value;
  return slug === value ? undefined : { kind, value: slug };
}

/** The names of a fetched record, as keys: those that the answer attributes to it, and those that it gives itself. */
export interface Names {
  readonly attributed: readonly string[];
  readonly own: readonly string[];
}

/** `externalNames` are those that the record gives itself on the external network. */
export function namesOf(record: FetchedRecord, externalNames: ExternalIdentifiers): Names {
  const own: string[] = [];
  if (typeof record.id === 'string' && record.id !== '') own.push(keyOf({ kind: 'ids', value: record.id }));
  addKeys(own, externalNames);
  const attributed: string[] = [];
  if (isObject(record.found_by)) addKeys(attributed, record.found_by);
  return { attributed, own };
}

/** Plain loops, since every record that is loaded comes through here. What is no list of texts and numbers names nothing. */
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
