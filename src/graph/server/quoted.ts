import { shortened } from '../operation/short-message.ts';

/** A member of a request as a sentence quotes it. A list or an object is only named: it may be as large as a body, and too deep to be written. */
export function quoted(value: unknown): string {
  if (value === undefined) return 'none';
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  return shortened(JSON.stringify(value));
}
