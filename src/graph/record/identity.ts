import { slugKey } from '../../contract/identifier.ts';
import type { FetchedRecord, FoundBy, Identifier, IdentifierKind, RecordKind } from './kind.ts';

/** An identifier in the form in which two of them are compared. */
export const keyOf = ({ kind, value }: Identifier): string => {
  if (kind === 'ids') return `ids:${value.toLowerCase()}`;
  if (kind === 'xnet_names') return `xnet_names:${slugKey(value)}`;
  return `${kind}:${value}`;
};

/** The names of a fetched record: those that the answer attributes to it, and those that it gives itself. */
export function namesOf<Fetched extends FetchedRecord>(
  kind: RecordKind<Fetched>,
  record: Fetched,
): { readonly attributed: readonly string[]; readonly own: readonly string[] } {
  const own = keysOf(kind.names(record));
  return {
    attributed: keysOf(record.found_by ?? {}),
    own: record.id ? [...keysOf({ ids: [record.id] }), ...own] : own,
  };
}

const keysOf = (names: FoundBy): string[] =>
  Object.entries(names).flatMap(([kind, values]) =>
    (values ?? []).map((value) => keyOf({ kind: kind as IdentifierKind, value: String(value) })),
  );

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
    const { attributed, own } = namesOf(this.#kind, record);
    // The answer's own attribution stands: what a record says of itself never renames another.
    for (const key of attributed) if (!this.#records.has(key)) this.#records.set(key, record);
    for (const key of own) if (!this.#records.has(key)) this.#records.set(key, record);
  }
}
