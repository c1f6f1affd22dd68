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
