import type { SearchField } from '../../contract/catalogue.ts';
import { momentOf } from '../../contract/partial-date.ts';
import { codeOf } from './code.ts';
import { momentDigits, numberDigits } from './digits.ts';
import { spanOf } from './moment.ts';
import { lowerCase, tokenValue } from './normal.ts';

/**
 * The tokens that a record, or an element of a nested list, is found by. Each begins with the field's code:
 *
 *     code=value   a whole value: a keyword, a boolean, or all of a text
 *     code^value   the same in lower case, where that differs: what `case_insensitive` compares with
 *     code~word    a word of a text, with its positions
 *     code#digits  a number or a moment
 *     code?        the field has a value
 *     code*        an element of the nested list with that path
 *     *            a record
 */
export const everyRecord = '*';
export const everyElement = (path: string): string => `${codeOf(path)}*`;
export const existsToken = (code: string): string => `${code}?`;
export const wordToken = (code: string, word: string): string => `${code}~${tokenValue(word)}`;
export const wholeToken = (code: string, value: string): string => `${code}=${tokenValue(value)}`;
/** The token that finds values by their lower case. */
export const foldedToken = (code: string, value: string): string => `${code}^${tokenValue(value)}`;
export const digitsToken = (code: string, digits: string): string => `${code}#${digits}`;

/** A number in a record or query: a finite number, or one as a string. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || !/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(value)) return undefined;
  return numberOf(Number(value));
}

/** A boolean in a record or query. Like OpenSearch, accepts strings, and the empty string as false. */
export function flagOf(value: unknown): boolean | undefined {
  if (value === true || value === 'true') return true;
  return value === false || value === 'false' || value === '' ? false : undefined;
}

/** The tokens of a value as a whole, without its words; none if it is not of the field's type. */
export function valueTokens(kind: SearchField['kind'], code: string, value: unknown): readonly string[] {
  if (kind === 'number') {
    const number = numberOf(value);
    return number === undefined ? [] : [digitsToken(code, numberDigits(number))];
  }
  if (kind === 'date') {
    // Imports accept dates such as `2020-6` and `2020/06`, so they are indexed like `2020-06`.
    const first = spanOf(value)?.first ?? momentOf(value, 'first');
    return Number.isNaN(first) ? [] : [digitsToken(code, momentDigits(first))];
  }
  if (kind === 'boolean') {
    const flag = flagOf(value);
    return flag === undefined ? [] : [wholeToken(code, String(flag))];
  }
  if (typeof value === 'object') return [];
  const text = String(value);
  const folded = lowerCase(text);
  return folded === text ? [wholeToken(code, text)] : [wholeToken(code, text), foldedToken(code, folded)];
}

/** Quotes a token for a tsvector or tsquery. */
export const quoted = (token: string): string => `'${token.replace(/['\\]/g, '$&$&')}'`;
