import type { PreparedOperation } from '../../operation/prepared-operation.ts';
import type { TrustedDocuments } from '../../operation/trusted-documents.ts';

/** The most names of unregistered documents that are counted separately. */
const mostNames = 100;
const longestName = 100;

const otherName = 'other';

/**
 * Names of operations as they are shown in metrics and logs: those of trusted documents, and of others the first hundred
 * that were seen, since a caller can send any number of them.
 */
export class OperationNames {
  readonly #trusted: TrustedDocuments;
  readonly #seen = new Set<string>();

  constructor(trusted: TrustedDocuments) {
    this.#trusted = trusted;
  }

  of({ operation }: PreparedOperation): string {
    const name = operation.name?.value ?? 'anonymous';
    if (this.#seen.has(name) || this.#trusted.has(operation.loc?.source.body ?? '')) return name;
    if (this.#seen.size >= mostNames || name.length > longestName) return otherName;
    this.#seen.add(name);
    return name;
  }
}
