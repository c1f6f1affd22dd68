import { type FetchedRecord, type Names, namesOf } from '../cache/record-key.ts';
import type { IdentityMap } from './identity-map.ts';
import type { LoadKey } from './load-key.ts';
import type { RecordKind } from './record-kind.ts';

/** Results of a batch, by the key that is sent: the record, undefined, or an error. */
export class BatchResults<Fetched extends FetchedRecord> {
  readonly #kind: RecordKind<Fetched>;
  readonly #identities: IdentityMap<Fetched>;
  /** Keys that are settled without a record: the error, or undefined if there is no such record. */
  #settled: Map<string, Error | undefined> | undefined;

  constructor(kind: RecordKind<Fetched>, identities: IdentityMap<Fetched>) {
    this.#kind = kind;
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

  /** Adds a record under all its names, and returns them. */
  learn(record: Fetched): Names {
    const names = namesOf(record, this.#kind.names(record));
    this.#identities.learn(record, names);
    return names;
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
