import { catalogues, type SearchableKind, type SearchField } from '../../../../../src/contract/catalogue.ts';
import { wordsOf } from '../../../../../src/store/index/words.ts';
import type { TestRecord } from '../../../../service/search/corpus.ts';

/** A field, with values that records have in it, each once; texts among them odd ones. */
export interface Spoken {
  readonly field: SearchField;
  readonly values: readonly (string | number | boolean)[];
}

/** The fields in which some record has a value. */
export function vocabulary(kind: SearchableKind, records: readonly TestRecord[]): readonly Spoken[] {
  return [...catalogues[kind].fields.values()]
    .map((field) => {
      const path = field.path.split('.').slice(1);
      return { field, values: [...new Set(records.flatMap(({ info }) => valuesAt(info, path)))] };
    })
    .filter(({ values }) => values.length > 0);
}

function valuesAt(value: unknown, [name, ...rest]: readonly string[]): (string | number | boolean)[] {
  if (Array.isArray(value)) return value.flatMap((item) => valuesAt(item, name === undefined ? [] : [name, ...rest]));
  if (name !== undefined)
    return typeof value === 'object' && value !== null ? valuesAt(Reflect.get(value, name), rest) : [];
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [value] : [];
}

/** Some of a list, evenly from all of it. */
export const spread = <T>(list: readonly T[], count: number): readonly T[] =>
  list.length <= count
    ? list
    : list.filter((_, n) => Math.floor((n * count) / list.length) !== Math.floor(((n - 1) * count) / list.length));

/** The beginning of a text, in whole characters. */
export const beginning = (text: string, length: number): string => [...text].slice(0, length).join('');

/** Some words of a text, one after the other. */
export const wordsFrom = (text: string, from: number, count: number): string =>
  wordsOf(text)
    .slice(from, from + count)
    .join(' ');

/** A text with the case of its letters changed. */
export const otherCase = (text: string): string =>
  [...text].map((letter, n) => (n % 2 === 0 ? letter.toUpperCase() : letter.toLowerCase())).join('');

/** A pattern that the text itself meets; a character that would be a wildcard is escaped. Never begins with one. */
export const patternOf = (text: string, mark: (place: number) => '*' | '?' | undefined): string =>
  [...text]
    .map((letter, place) => (place > 0 ? mark(place) : undefined) ?? (/[*?\\]/.test(letter) ? `\\${letter}` : letter))
    .join('');
