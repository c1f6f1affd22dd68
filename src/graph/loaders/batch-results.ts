import type { FetchedRecord, Names } from '../cache/record-key.ts';
import type { IdentityMap } from './identity-map.ts';
import { type LoadKey, loadNameOf } from './load-key.ts';

/** Results of a batch, by the key that is sent: the record, undefined, or an error. */
export class BatchResults<Fetched extends FetchedRecord> {
  readonly #identities: IdentityMap<Fetched>;
  /** Keys that are settled without a record: the error, or undefined if there is no such record. */
  #settled: Map<string, Error | undefined> | undefined;

  constructor(identities: IdentityMap<Fetched>) {
    this.#identities = identities;
  }

  isOpen(loadKey: LoadKey): boolean {
    return !this.#settled?.has(this.#settledName(loadKey)) && !this.#identities.answers(loadKey);
  }

  record(loadKey: Pick<LoadKey, 'key' | 'whole'>): Fetched | undefined {
    return this.#identities.answers(loadKey) ? this.#identities.get(loadKey.key) : undefined;
  }

  failure(loadKey: Pick<LoadKey, 'key' | 'whole'>): Error | undefined {
    return this.#settled?.get(this.#settledName(loadKey));
  }

  /** Adds a record under all its names. */
  learn(record: Fetched, names: Names): void {
    this.#identities.learn(record, names);
  }

  /** Marks a key as having no record; an earlier failure is kept. */
  settle(loadKey: LoadKey): void {
    this.#settled ??= new Map();
    const name = loadNameOf(loadKey);
    if (!this.#settled.has(name)) this.#settled.set(name, undefined);
  }

  fail(batch: Iterable<LoadKey>, error: Error): void {
    this.#settled ??= new Map();
    for (const loadKey of batch) this.#settled.set(loadNameOf(loadKey), error);
  }

  /** What settles the load of a whole record also settles another load of it, which is not sent then. */
  #settledName(loadKey: Pick<LoadKey, 'key' | 'whole'>): string {
    const whole = loadNameOf({ ...loadKey, whole: true });
    return this.#settled?.has(whole) ? whole : loadNameOf(loadKey);
  }
}
