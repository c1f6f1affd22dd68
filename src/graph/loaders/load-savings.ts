import { type FetchedRecord, type Identifier, isUuidKey, keyOf } from '../cache/record-key.ts';
import type { Saver } from '../credits/receipt.ts';
import type { IdentityMap } from './identity-map.ts';
import { keyIn } from './load-key.ts';

/** Counts the records that one loader did not have to pay for; the receipt reads it when the operation ends. */
export class LoadSavings<Fetched extends FetchedRecord> implements Saver {
  readonly #identities: IdentityMap<Fetched>;
  /** The loads started, by requested key. */
  readonly #loads: ReadonlyMap<string, unknown>;
  /** Other requested keys, for records that were already loaded. */
  #found: Set<string> | undefined;
  /** Keys of records for which free payloads cover all selected members. */
  #covered: Set<string> | undefined;

  constructor(identities: IdentityMap<Fetched>, loads: ReadonlyMap<string, unknown>) {
    this.#identities = identities;
    this.#loads = loads;
  }

  markFound(key: string): void {
    if (this.#loads.has(key)) return;
    this.#found ??= new Set();
    this.#found.add(key);
  }

  markCovered(identifier: Identifier): void {
    this.#covered ??= new Set();
    this.#covered.add(keyOf(identifier));
  }

  get savedByPayload(): number {
    return this.#covered ? [...this.#covered].filter((key) => !this.#identities.get(key)).length : 0;
  }

  get savedByIdentity(): number {
    if (this.#loads.size + (this.#found?.size ?? 0) < 2) return 0;
    const asked = [...new Set([...Array.from(this.#loads.keys(), keyIn), ...(this.#found ?? [])])];
    // Different uuids never name one record.
    if (asked.every(isUuidKey)) return 0;
    const records = asked.map((key) => this.#identities.get(key)).filter((record) => record !== undefined);
    return records.length - new Set(records).size;
  }
}
