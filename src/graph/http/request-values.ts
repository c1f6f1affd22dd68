import { isReadable, isVisible } from '../../reading/readable.ts';
import { shortened } from '../operation/short-message.ts';

/**
 * Formats a request value for an error message. Lists and objects are only named: they may be huge or too deep for
 * JSON.
 */
export function quoted(value: unknown): string {
  if (value === undefined) return 'none';
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  return shortened(JSON.stringify(value));
}

/** Maximum length of a label, in characters. */
export const longestLabel = 200;

export const isLabel = (value: unknown): value is string =>
  typeof value === 'string' && isVisible(value) && isReadable(value) && value.length <= longestLabel;

/** Credits: a non-negative safe integer. */
export const isAmount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
