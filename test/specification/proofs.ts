import { declaredIds, idOf } from './declared.ts';
import { provingIds } from './parts.ts';

/** Which of the tests that prove sentences of the specification have passed in a run. */
export class Proofs {
  readonly #passed = new Set<string>();
  readonly #failed = new Set<string>();
  /** Files that skip something here, such as what needs a server that is not there. */
  readonly #skipping = new Set<string>();

  passed(title: string): void {
    const id = idOf(title);
    if (id !== undefined) this.#passed.add(id);
  }

  failed(title: string): void {
    const id = idOf(title);
    if (id !== undefined) this.#failed.add(id);
  }

  /** A test or suite of this file, a path from the root, was skipped. */
  skipped(file: string): void {
    this.#skipping.add(file);
  }

  /** Proofs of these files: how many have passed, and the ids of those that have not though nothing of their file was skipped. */
  in(files: readonly string[]): { readonly passed: number; readonly missing: readonly string[] } {
    const declared = declaredIds();
    const mine = [...provingIds].filter((id) => declared.get(id)?.some((file) => files.includes(file)) ?? true);
    const isProven = (id: string) => this.#passed.has(id) && !this.#failed.has(id);
    const isSkipped = (id: string) => declared.get(id)?.some((file) => this.#skipping.has(file)) ?? false;
    return {
      passed: mine.filter(isProven).length,
      missing: mine.filter((id) => !isProven(id) && !(isSkipped(id) && !this.#failed.has(id))),
    };
  }
}
