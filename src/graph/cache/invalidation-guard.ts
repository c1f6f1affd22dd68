import type { FetchedRecords } from './shared-cache.ts';

/** Guard of a fetch in flight: collects what is invalidated before its answer arrives and must not be stored. */
export class InvalidationGuard {
  #everything = false;
  /** Created on demand: most fetches end before anything is invalidated. */
  #names: Set<string> | undefined;

  forget(names: Iterable<string>): void {
    this.#names ??= new Set();
    for (const name of names) this.#names.add(name);
  }

  forgetAll(): void {
    this.#everything = true;
  }

  /** The part of an answer that may still be stored. */
  stillValid<Fetched>(fetched: FetchedRecords<Fetched>): FetchedRecords<Fetched> {
    if (this.#everything) return { records: [], missing: [] };
    const invalid = this.#names;
    if (!invalid) return fetched;
    return {
      records: fetched.records.filter(
        ({ names }) => ![...names.attributed, ...names.own].some((name) => invalid.has(name)),
      ),
      missing: fetched.missing.filter((name) => !invalid.has(name)),
    };
  }
}
