import type { QueryField } from '../../contract/query-fields.ts';

/**
 * A validated query, independent of the engine. All clauses are reduced to these; short forms, aliases, analysis and
 * rounding are resolved.
 */
export type QueryTree =
  | { readonly kind: 'all' }
  | { readonly kind: 'none' }
  | Values
  | Words
  | Phrase
  | Range
  | { readonly kind: 'exists'; readonly field: Field }
  | Prefix
  | Wildcard
  | { readonly kind: 'ids'; readonly ids: readonly string[] }
  | Bool
  | { readonly kind: 'nested'; readonly path: string; readonly query: QueryTree };

export type Field = QueryField;

/** One of the field's values (or a text's words) equals one of these. */
export interface Values {
  readonly kind: 'values';
  readonly field: Field;
  readonly values: readonly (string | number | boolean)[];
  readonly ignoreCase: boolean;
}

/** The text has at least `atLeast` of these words, each as often as it is listed. */
export interface Words {
  readonly kind: 'words';
  readonly field: Field;
  readonly words: readonly string[];
  readonly atLeast: number;
}

/**
 * The text has these words in this order and adjacent, within one value, moved by at most `slop` positions in total.
 * With `prefix` the last word is a prefix.
 */
export interface Phrase {
  readonly kind: 'phrase';
  readonly field: Field;
  readonly words: readonly string[];
  readonly slop: number;
  readonly prefix: boolean;
}

/** A number, or a Unix time in milliseconds, within inclusive bounds; undefined: unbounded. */
export interface Range {
  readonly kind: 'range';
  readonly field: Field;
  readonly from: number | undefined;
  readonly to: number | undefined;
}

export interface Prefix {
  readonly kind: 'prefix';
  readonly field: Field;
  readonly prefix: string;
  readonly ignoreCase: boolean;
}

/** A pattern that starts with a text and has a wildcard before its end: `*` any characters, `?` one character. */
export interface Wildcard {
  readonly kind: 'wildcard';
  readonly field: Field;
  readonly pattern: readonly PatternPart[];
  readonly ignoreCase: boolean;
}
export type PatternPart = { readonly text: string } | '*' | '?';

/** All of `must`, none of `mustNot`, and at least `atLeast` of `should`. */
export interface Bool {
  readonly kind: 'bool';
  readonly must: readonly QueryTree[];
  readonly should: readonly QueryTree[];
  readonly mustNot: readonly QueryTree[];
  readonly atLeast: number;
}

/** Any of several trees; a single one is not wrapped in a `bool`. */
export function anyOf(trees: readonly QueryTree[]): QueryTree {
  const [only] = trees;
  if (trees.length === 1 && only) return only;
  return trees.length === 0 ? { kind: 'none' } : { kind: 'bool', must: [], should: trees, mustNot: [], atLeast: 1 };
}
