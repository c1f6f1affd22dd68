import type { KeyHolder, KnownCallers } from '../../operation/known-caller.ts';
import type { PreparedOperation } from '../../operation/prepared-operation.ts';
import type { TrustedDocuments } from '../../operation/trusted-documents.ts';

/** Names of unregistered documents that are counted separately. */
const maxNames = 100;
const longestName = 100;

/** How long a name is unused before it makes room for another one, in milliseconds: each has series of its own. */
const idleMs = 10 * 60_000;

const otherName = 'other';

/**
 * Names of operations as they are shown in metrics, logs and traces: those of trusted documents, and of others those that
 * callers send whose key is known to be accepted. Anybody else's could be any number, and hold anything.
 */
export class OperationNames {
  readonly #trusted: TrustedDocuments;
  readonly #known: Pick<KnownCallers, 'has'>;
  /** When each was used last, on the clock of `performance`; the longest unused first. */
  readonly #used = new Map<string, number>();

  constructor(trusted: TrustedDocuments, known: Pick<KnownCallers, 'has'>) {
    this.#trusted = trusted;
    this.#known = known;
  }

  /** @param caller undefined where it is not told who asked */
  of({ operation }: PreparedOperation, caller: KeyHolder | undefined): string {
    const name = operation.name?.value ?? 'anonymous';
    if (name === 'anonymous' || this.#trusted.has(operation.loc?.source.body ?? '')) return name;
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
