import type { KeyHolder, KnownCallers } from '../../operation/known-caller.ts';
import type { PreparedOperation } from '../../operation/prepared-operation.ts';

/** Names that are counted separately. */
const maxNames = 100;
const longestName = 100;

/** How long a name is unused before it makes room for another one, in milliseconds: each has series of its own. */
const idleMs = 10 * 60_000;

const otherName = 'other';

/**
 * Names of operations as they are in metrics, logs and traces: those of trusted documents, and of others the hashes
 * (`shownName`) of those that callers send whose key is known to be accepted. Anybody else's could be any number.
 */
export class OperationNames {
  readonly #known: Pick<KnownCallers, 'has'>;
  /** When each was used last, on the clock of `performance`; the longest unused first. */
  readonly #used = new Map<string, number>();

  constructor(known: Pick<KnownCallers, 'has'>) {
    this.#known = known;
  }

  /** @param caller undefined where it is not told who asked */
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
