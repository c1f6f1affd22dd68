import { type FetchedRecord, type Names, namesOf } from '../cache/record-key.ts';
import type { IdentityMap } from './identity-map.ts';
import type { LoadKey } from './load-key.ts';
import type { RecordKind } from './record-kind.ts';

/** Results of a batch, by key: the record, nothing, or an error of its own. Keys are those that are sent. */
export class BatchResults<Fetched extends FetchedRecord> {
  readonly #kind: RecordKind<Fetched>;
  readonly #identities: IdentityMap<Fetched>;
  /** Of those that need no further fetch though they brought no record: why it failed, or nothing where there is none. */
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

  /** Takes in a record under all its names, which it returns. */
  learn(record: Fetched): Names {
    const names = namesOf(record, this.#kind.names(record));
    this.#identities.learn(record, names);
    return names;
  }

  /** Keys without a record until now have none; a failure stays one. */
  settle({ key }: LoadKey): void {
    this.#settled ??= new Map();
    if (!this.#settled.has(key)) this.#settled.set(key, undefined);
  }

  fail(batch: Iterable<LoadKey>, error: Error): void {
    this.#settled ??= new Map();
    for (const { key } of batch) this.#settled.set(key, error);
  }
}
