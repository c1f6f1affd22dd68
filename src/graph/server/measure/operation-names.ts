import type { KeyHolder, KnownCallers } from '../../operation/known-caller.ts';
import type { PreparedOperation } from '../../operation/prepared-operation.ts';

/** Maximum number of untrusted names with separate series. */
const maxNames = 100;
const longestName = 100;

/** How long a name must be unused before another may replace it, in milliseconds. */
const idleMs = 10 * 60_000;

const otherName = 'other';

/**
 * Names of operations in metrics, logs and traces, bounded in number since each has its own series. Trusted documents
 * keep their name, and unnamed operations are `anonymous`. Other operations are named by their hash (`shownName`) if
 * the caller's key is known to be accepted, otherwise `other`.
 */
export class OperationNames {
  readonly #known: Pick<KnownCallers, 'has'>;
  /** Last use of each name, on the clock of `performance`; least recently used first. */
  readonly #used = new Map<string, number>();

  constructor(known: Pick<KnownCallers, 'has'>) {
    this.#known = known;
  }

  /** @param caller undefined if the operation failed before its caller was known */
  of({ isTrusted, shownName: name = 'anonymous' }: PreparedOperation, caller: KeyHolder | undefined): string {
    if (isTrusted || name === 'anonymous') return name;
    if (name.length > longestName || !caller || !this.#known.has(caller)) return otherName;
    const now = performance.now();
    if (!this.#used.delete(name) && !this.#hasRoom(now)) return otherName;
    this.#used.set(name, now);
    return name;
  }

  #hasRoom(now: number): boolean {
    if (this.#used.size < maxNames) return true;
    const [longestUnused] = this.#used;
    if (!longestUnused || now - longestUnused[1] < idleMs) return false;
    return this.#used.delete(longestUnused[0]);
  }
}
