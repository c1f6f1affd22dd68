import type { Failure } from '../graph/outcome.ts';

/** A possible meaning of a text. Choosing it navigates to its address. */
export interface Choice {
  readonly label: string;
  readonly detail: string;
  readonly address: string;
}

/** The meaning of a text. `none` means that the look-up found nothing, unlike a look-up that failed. */
export type Intent =
  | { readonly kind: 'go'; readonly address: string }
  /** A list: the text itself, or the names in it. */
  | { readonly kind: 'list'; readonly text?: string }
  | { readonly kind: 'choose'; readonly choices: readonly Choice[] }
  | { readonly kind: 'none'; readonly reason: string; readonly choices?: readonly Choice[] }
  | { readonly kind: 'failed'; readonly failure: Failure };
