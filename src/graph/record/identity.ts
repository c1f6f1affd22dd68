import { slugKey } from '../../contract/identifier.ts';
import type { FetchedRecord, Identifier, IdentifierKind, RecordKind } from './kind.ts';

/** An identifier in the form in which two of them are compared. */
export const keyOf = ({ kind, value }: Identifier): string => {
  if (kind === 'ids') return `ids:${value.toLowerCase()}`;
  if (kind === 'xnet_names') return `xnet_names:${slugKey(value)}`;
  return `${kind}:${value}`;
};

/**
 * Which identifiers are known to name which record. Uuid, slug, numeric id and entity id of one record are one record:
 * what is learned from `found_by` and from the record's own members is never asked for, nor paid for, again.
 */
export class Identities<Fetched extends FetchedRecord> {
  readonly #kind: RecordKind<Fetched>;
  readonly #records = new Map<string, Fetched>();

  constructor(kind: RecordKind<Fetched>) {
    this.#kind = kind;
  }

  get(key: string): Fetched | undefined {
    return this.#records.get(key);
  }

  /** Takes in a fetched record under all its names; those that the answer attributes to it come first. */
  learn(record: Fetched): void {
    for (const [kind, values] of Object.entries(record.found_by ?? {}))
      for (const value of values ?? []) this.#name(kind as IdentifierKind, String(value), record);
    if (record.id) this.#name('ids', record.id, record);
    for (const [kind, values] of Object.entries(this.#kind.names(record)))
      for (const value of values) this.#name(kind as IdentifierKind, String(value), record);
  }

  #name(kind: IdentifierKind, value: string, record: Fetched): void {
    const key = keyOf({ kind, value });
    // The answer's own attribution stands: what a record says of itself never renames another.
    if (!this.#records.has(key)) this.#records.set(key, record);
  }
}
