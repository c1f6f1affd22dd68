import type { PatternPart } from '../tree.ts';

/** Escapes a text for LIKE. */
export const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** A wildcard pattern as a LIKE pattern. */
export const likePattern = (pattern: readonly PatternPart[]): string =>
  pattern.map((part) => (part === '*' ? '%' : part === '?' ? '_' : literal(part.text))).join('');
