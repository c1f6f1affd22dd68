import type { PatternPart } from '../tree.ts';

/** A text as a part of a LIKE pattern that means just this text. */
export const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** A wildcard's pattern as LIKE says it. */
export const likePattern = (pattern: readonly PatternPart[]): string =>
  pattern.map((part) => (part === '*' ? '%' : part === '?' ? '_' : literal(part.text))).join('');
