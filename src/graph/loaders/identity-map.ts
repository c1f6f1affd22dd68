import { type FetchedRecord, foldedKeyOf, isSlugKey, type Names } from '../cache/record-key.ts';

/**
 * Maps identifiers to the loaded records. A record is stored under the identifiers that it answers, and under each uuid,
 * slug, numeric id and entity id of its own, so that it is not fetched or paid for again under another name.
 */
export class IdentityMap<Fetched extends FetchedRecord> {
  readonly #records = new Map<string, Fetched>();
  readonly #isKept: (record: object) => boolean;

  /** @param isKept whether a record lacks the team's tags and lists; one that has them takes its place */
  constructor(isKept: (record: object) => boolean = () => false) {
    this.#isKept = isKept;
  }

  get(key: string): Fetched | undefined {
    if (this.#records.size === 0) return undefined;
    const record = this.#records.get(key);
    return record || !isSlugKey(key) ? record : this.#records.get(foldedKeyOf(key));
  }

  /** Adds a record under all its names. */
  learn(record: Fetched, { attributed, own }: Names): void {
    // A record never takes a name from another one.
    for (const key of attributed) this.#learn(key, record);
    for (const key of own) this.#learn(key, record);
  }

  answers({ key, whole }: { readonly key: string; readonly whole: boolean }): boolean {
    const record = this.get(key);
    return record !== undefined && !(whole && this.#isKept(record));
  }

  #learn(key: string, record: Fetched): void {
    const known = this.#records.get(key);
    if (!known || this.#isKept(known)) this.#records.set(key, record);
  }
}
