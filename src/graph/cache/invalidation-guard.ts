import type { FetchedRecords } from './shared-cache.ts';

/** What is forgotten while something is on its way: what was asked for before must not be kept when it comes. */
export class InvalidationGuard {
  #everything = false;
  readonly #names = new Set<string>();

  forget(names: Iterable<string>): void {
    for (const name of names) this.#names.add(name);
  }

  forgetAll(): void {
    this.#everything = true;
  }

  /** What of an answer may still be kept. */
  stillValid<Fetched>(told: FetchedRecords<Fetched>): FetchedRecords<Fetched> {
    if (this.#everything) return { records: [], missing: [] };
    if (this.#names.size === 0) return told;
    return {
      records: told.records.filter(
        ({ names }) => ![...names.attributed, ...names.own].some((name) => this.#names.has(name)),
      ),
      missing: told.missing.filter((name) => !this.#names.has(name)),
    };
  }
}
