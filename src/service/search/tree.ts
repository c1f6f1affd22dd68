import type { QueryField } from '../../contract/query-fields.ts';

/**
 * A query of the DSL, read and judged: what it asks, without any say on how it is answered. Every kind of clause became
 * one of these; short and long forms, aliases, analysis and rounding are behind.
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

/** One of the field's values (of a text: one of its words) is one of these. */
export interface Values {
  readonly kind: 'values';
  readonly field: Field;
  readonly values: readonly (string | number | boolean)[];
  readonly ignoreCase: boolean;
}

/** At least so many of the words, each as often as it stands here, are among the text's. */
export interface Words {
  readonly kind: 'words';
  readonly field: Field;
  readonly words: readonly string[];
  readonly atLeast: number;
}

/**
 * The words stand in the text in this order, side by side, within one value: moved by at most `slop` places in all, and
 * with `prefix` the last one only begins the word that stands there.
 */
export interface Phrase {
  readonly kind: 'phrase';
  readonly field: Field;
  readonly words: readonly string[];
  readonly slop: number;
  readonly prefix: boolean;
}

/** A number, or a moment in milliseconds since 1970, within the bounds, both included; undefined: no bound. */
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

/** A pattern that begins with a text and has a wildcard before its end: `*` any characters, `?` any one. */
export interface Wildcard {
  readonly kind: 'wildcard';
  readonly field: Field;
  readonly pattern: readonly PatternPart[];
  readonly ignoreCase: boolean;
}
export type PatternPart = { readonly text: string } | '*' | '?';

/** All of `must`, none of `mustNot`, and at least so many of `should`. */
export interface Bool {
  readonly kind: 'bool';
  readonly must: readonly QueryTree[];
  readonly should: readonly QueryTree[];
  readonly mustNot: readonly QueryTree[];
  readonly atLeast: number;
}

/** One of several, without a `bool` around a single one. */
export function anyOf(trees: readonly QueryTree[]): QueryTree {
  const [only] = trees;
  if (trees.length === 1 && only) return only;
  return trees.length === 0 ? { kind: 'none' } : { kind: 'bool', must: [], should: trees, mustNot: [], atLeast: 1 };
}
