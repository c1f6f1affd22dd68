import { type FetchedRecord, foldedKeyOf, isSlugKey, type Names } from '../cache/record-key.ts';

/**
 * Maps identifiers to the loaded records. A record is stored under the identifiers that it answers, and under each uuid,
 * slug, numeric id and entity id of its own, so that it is not fetched or paid for again under another name.
 */
export class IdentityMap<Fetched extends FetchedRecord> {
  readonly #records = new Map<string, Fetched>();

  get(key: string): Fetched | undefined {
    const record = this.#records.get(key);
    return record || !isSlugKey(key) ? record : this.#records.get(foldedKeyOf(key));
  }

  /** Adds a record under all its names. */
  learn(record: Fetched, { attributed, own }: Names): void {
    // A record never takes a name from another one.
    for (const key of attributed) if (!this.#records.has(key)) this.#records.set(key, record);
    for (const key of own) if (!this.#records.has(key)) this.#records.set(key, record);
  }
}
