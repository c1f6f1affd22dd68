import { type FetchedRecord, type Names, namesOf } from '../cache/record-key.ts';
import type { IdentityMap } from './identity-map.ts';
import type { LoadKey } from './load-key.ts';
import type { RecordKind } from './record-kind.ts';

/** Results of a batch, by key: the record, nothing, or an error of its own. Keys are those that are sent. */
export class BatchResults<Fetched extends FetchedRecord> {
  readonly #kind: RecordKind<Fetched>;
  readonly #identities: IdentityMap<Fetched>;
  readonly #failures = new Map<string, Error>();
  /** Those that need no further fetch though they brought no record: missing, or failed. */
  readonly #settled = new Set<string>();

  constructor(kind: RecordKind<Fetched>, identities: IdentityMap<Fetched>) {
    this.#kind = kind;
    this.#identities = identities;
  }

  isOpen({ key }: LoadKey): boolean {
    return !this.#settled.has(key) && !this.#identities.get(key);
  }

  record(key: string): Fetched | undefined {
    return this.#identities.get(key);
  }

  failure(key: string): Error | undefined {
    return this.#failures.get(key);
  }

  /** Takes in a record under all its names, which it returns. */
  learn(record: Fetched): Names {
    const names = namesOf(record, this.#kind.names(record));
    this.#identities.learn(record, names);
    return names;
  }

  /** Keys without a record until now have none. */
  settle({ key }: LoadKey): void {
    this.#settled.add(key);
  }

  fail(batch: Iterable<LoadKey>, error: Error): void {
    for (const { key } of batch) {
      this.#failures.set(key, error);
      this.#settled.add(key);
    }
  }
}
