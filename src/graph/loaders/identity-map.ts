import { slugKey } from '../../contract/identifier.ts';
import type { FetchedRecord, FoundBy, Identifier, IdentifierKind, RecordKind } from './record-kind.ts';

const slugs = 'xnet_names:';

/** An identifier in the form in which two of them are compared: a slug as it is spelled, a uuid in lower case. */
export const keyOf = ({ kind, value }: Identifier): string =>
  kind === 'ids' ? `ids:${value.toLowerCase()}` : `${kind}:${value}`;

/**
 * A key under which slugs of one record meet that differ in their case only. The interface does not say whether they
 * then are one: a record found so is not paid for again, but a miss of one spelling is none of another's.
 */
export const foldedKeyOf = (key: string): string =>
  key.startsWith(slugs) ? `${slugs}${slugKey(key.slice(slugs.length))}` : key;

/** The names of a fetched record, as keys: those that the answer attributes to it, and those that it gives itself. */
export interface Names {
  readonly attributed: readonly string[];
  readonly own: readonly string[];
}

export function namesOf<Fetched extends FetchedRecord>(kind: RecordKind<Fetched>, record: Fetched): Names {
  const own: string[] = [];
  if (record.id) own.push(keyOf({ kind: 'ids', value: record.id }));
  addKeys(own, kind.names(record));
  const attributed: string[] = [];
  if (record.found_by) addKeys(attributed, record.found_by);
  return { attributed, own };
}

/** Plain loops, since every record that is loaded comes through here. */
function addKeys(keys: string[], names: FoundBy): void {
  for (const kind of identifierKinds)
    for (const value of names[kind] ?? []) {
      const key = keyOf({ kind, value: String(value) });
      const folded = foldedKeyOf(key);
      keys.push(key);
      if (folded !== key) keys.push(folded);
    }
}

const identifierKinds: readonly IdentifierKind[] = ['ids', 'xnet_names', 'xnet_ids', 'xnet_entity_ids'];

/**
 * Which identifiers are known to name which record. Uuid, slug, numeric id and entity id of one record are one record:
 * what is learned from `found_by` and from the record's own members is never asked for, nor paid for, again.
 */
export class IdentityMap<Fetched extends FetchedRecord> {
  readonly #records = new Map<string, Fetched>();

  get(key: string): Fetched | undefined {
    const record = this.#records.get(key);
    return record || !key.startsWith(slugs) ? record : this.#records.get(foldedKeyOf(key));
  }

  /** Takes in a record under all its names; those that the answer attributes to it come first. */
  learn(record: Fetched, { attributed, own }: Names): void {
    // The answer's own attribution stands: what a record says of itself never renames another.
    for (const key of attributed) if (!this.#records.has(key)) this.#records.set(key, record);
    for (const key of own) if (!this.#records.has(key)) this.#records.set(key, record);
  }
}
