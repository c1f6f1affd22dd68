import { type FetchedRecord, type Identifier, keyOf } from '../cache/record-key.ts';
import type { Saver } from '../credits/receipt.ts';
import type { IdentityMap } from './identity-map.ts';

/** Records that one loader did not have to pay for, counted for the receipt when the operation ends. */
export class LoadSavings<Fetched extends FetchedRecord> implements Saver {
  readonly #identities: IdentityMap<Fetched>;
  /** Keys by which records were asked for. */
  readonly #asked = new Set<string>();
  /** Keys of records whose selected members free payloads cover. */
  readonly #covered = new Set<string>();

  constructor(identities: IdentityMap<Fetched>) {
    this.#identities = identities;
  }

  markAsked(key: string): void {
    this.#asked.add(key);
  }

  markCovered(identifier: Identifier): void {
    this.#covered.add(keyOf(identifier));
  }

  get savedByPayload(): number {
    return [...this.#covered].filter((key) => !this.#identities.get(key)).length;
  }

  get savedByIdentity(): number {
    const records = [...this.#asked].map((key) => this.#identities.get(key)).filter((record) => record !== undefined);
    return records.length - new Set(records).size;
  }
}
