import type { CastService } from '../support/service.ts';

/** How one sentence is known to be true. */
export type Proof =
  /** A test elsewhere: the file below `test/`, and its title as it stands in the source. */
  | { readonly by: 'test'; readonly file: string; readonly title: string }
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

const proven = (file: string, title: string): Proof => ({ by: 'test', file, title });

export const check = (does: string, check: (service: CastService) => Promise<void> | void): Proof => ({
  by: 'check',
  does,
  check,
});

export const forReaders = (why: string): Proof => ({ by: 'reader', why });

/** Names tests of one file. */
export const testsOf =
  (file: string) =>
  (title: string): Proof =>
    proven(file, title);
