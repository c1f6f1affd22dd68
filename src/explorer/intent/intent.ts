import type { Failure } from '../graph/outcome.ts';

/** Something that a text may mean: choosing it goes to its address. */
export interface Choice {
  readonly label: string;
  readonly detail: string;
  readonly address: string;
}

/** Where a text leads: `none` was looked up and is nowhere, which a look-up that failed does not say. */
export type Intent =
  | { readonly kind: 'go'; readonly address: string }
  | { readonly kind: 'list' }
  | { readonly kind: 'choose'; readonly choices: readonly Choice[] }
  | { readonly kind: 'none'; readonly reason: string; readonly choices?: readonly Choice[] }
  | { readonly kind: 'failed'; readonly failure: Failure };
