import type { FetchedRecords } from './shared-cache.ts';

/** Guard of a fetch in flight: notes what is invalidated before its answer, which must not bring that back. */
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
  stillValid<Fetched>(fetched: FetchedRecords<Fetched>): FetchedRecords<Fetched> {
    if (this.#everything) return { records: [], missing: [] };
    if (this.#names.size === 0) return fetched;
    return {
      records: fetched.records.filter(
        ({ names }) => ![...names.attributed, ...names.own].some((name) => this.#names.has(name)),
      ),
      missing: fetched.missing.filter((name) => !this.#names.has(name)),
    };
  }
}
