import { type FetchedRecord, foldedKeyOf, isSlugKey, type Names } from '../cache/record-key.ts';

/**
 * Which identifiers are known to name which record. Uuid, slug, numeric id and entity id of one record are one record:
 * what is learned from `found_by` and from the record's own members is never asked for, nor paid for, again.
 */
export class IdentityMap<Fetched extends FetchedRecord> {
  readonly #records = new Map<string, Fetched>();

  get(key: string): Fetched | undefined {
    const record = this.#records.get(key);
    return record || !isSlugKey(key) ? record : this.#records.get(foldedKeyOf(key));
  }

  /** Takes in a record under all its names; those that the answer attributes to it come first. */
  learn(record: Fetched, { attributed, own }: Names): void {
    // The answer's own attribution stands: what a record says of itself never renames another.
    for (const key of attributed) if (!this.#records.has(key)) this.#records.set(key, record);
    for (const key of own) if (!this.#records.has(key)) this.#records.set(key, record);
  }
}
