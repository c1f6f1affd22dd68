import type { CastService } from '../support/service.ts';

/** How one sentence is known to be true. */
export type Proof =
  /** A test elsewhere, whose title ends in this id in square brackets. A run of `test/run.ts` fails unless it has passed. */
  | { readonly by: 'test'; readonly id: string }
  /** A check on the cast's service; `does` finishes the sentence "it …". Leaves the service as it found it. */
  | { readonly by: 'check'; readonly does: string; check(service: CastService): Promise<void> | void }
  /** What says nothing that a caller could see, and why. */
  | { readonly by: 'reader'; readonly why: string };

/** The beginning, or any short piece, of one sentence or table row, and what proves it. */
export type Row = readonly [says: string, ...proofs: readonly [Proof, ...Proof[]]];

/** The rows of one heading of a document. */
export interface Part {
  readonly part: string;
  readonly rows: readonly Row[];
}

/** Names a test by the id that ends its title. */
export const provenBy = (id: string): Proof => ({ by: 'test', id });

export const check = (does: string, check: (service: CastService) => Promise<void> | void): Proof => ({
  by: 'check',
  does,
  check,
});

export const forReaders = (why: string): Proof => ({ by: 'reader', why });
