import { type FetchedRecord, type Identifier, isUuidKey, keyOf } from '../cache/record-key.ts';
import type { Saver } from '../credits/receipt.ts';
import type { IdentityMap } from './identity-map.ts';

/** Records that one loader did not have to pay for, counted for the receipt when the operation ends. */
export class LoadSavings<Fetched extends FetchedRecord> implements Saver {
  readonly #identities: IdentityMap<Fetched>;
  /** What was loaded, by the keys that were asked for. */
  readonly #loads: ReadonlyMap<string, unknown>;
  /** Other keys that were asked for, whose records were there already. */
  readonly #found = new Set<string>();
  /** Keys of records whose selected members free payloads cover. */
  readonly #covered = new Set<string>();

  constructor(identities: IdentityMap<Fetched>, loads: ReadonlyMap<string, unknown>) {
    this.#identities = identities;
    this.#loads = loads;
  }

  markFound(key: string): void {
    if (!this.#loads.has(key)) this.#found.add(key);
  }

  markCovered(identifier: Identifier): void {
    this.#covered.add(keyOf(identifier));
  }

  get savedByPayload(): number {
    return [...this.#covered].filter((key) => !this.#identities.get(key)).length;
  }

  get savedByIdentity(): number {
    const asked = [...this.#loads.keys(), ...this.#found];
    // Different uuids never name one record.
    if (asked.every(isUuidKey)) return 0;
    const records = asked.map((key) => this.#identities.get(key)).filter((record) => record !== undefined);
    return records.length - new Set(records).size;
  }
}
