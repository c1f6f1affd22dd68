import type { FetchedRecord, Names } from '../cache/record-key.ts';
import type { IdentityMap } from './identity-map.ts';
import type { LoadKey } from './load-key.ts';

/** Results of a batch, by the key that is sent: the record, undefined, or an error. */
export class BatchResults<Fetched extends FetchedRecord> {
  readonly #identities: IdentityMap<Fetched>;
  /** Keys that are settled without a record: the error, or undefined if there is no such record. */
  #settled: Map<string, Error | undefined> | undefined;

  constructor(identities: IdentityMap<Fetched>) {
    this.#identities = identities;
  }

  isOpen({ key }: LoadKey): boolean {
    return !this.#settled?.has(key) && !this.#identities.get(key);
  }

  record(key: string): Fetched | undefined {
    return this.#identities.get(key);
  }

  failure(key: string): Error | undefined {
    return this.#settled?.get(key);
  }

  /** Adds a record under all its names. */
  learn(record: Fetched, names: Names): void {
    this.#identities.learn(record, names);
  }

  /** Marks a key as having no record; an earlier failure is kept. */
  settle({ key }: LoadKey): void {
    this.#settled ??= new Map();
    if (!this.#settled.has(key)) this.#settled.set(key, undefined);
  }

  fail(batch: Iterable<LoadKey>, error: Error): void {
    this.#settled ??= new Map();
    for (const { key } of batch) this.#settled.set(key, error);
  }
}
