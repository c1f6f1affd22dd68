import { createHash } from 'node:crypto';

/** Of a longer value only so many bytes, in UTF-8, are known to `prefix` and `wildcard`. */
export const knownBytes = 200;

/** Stands between the known part of a long value and its hash; `clean` keeps it out of values. */
export const hashMark = '\u0001';

/** What PostgreSQL can hold: no NUL, no lone surrogates; nor the mark of a hash. */
export const clean = (text: string): string =>
  text.toWellFormed().replaceAll('\0', '\ufffd').replaceAll(hashMark, '\ufffd');

/** Whether a beginning is longer than what is known of any value, so that no value is found by it. */
export const exceedsKnown = (beginning: string): boolean => Buffer.byteLength(clean(beginning)) > knownBytes;

/**
 * Lower case, one character for one, as OpenSearch has it: a sigma's form does not depend on its place in the word, and İ is
 * i, not i with a dot above, which nobody types.
 */
export const lowerCase = (text: string): string => text.replaceAll('Σ', 'σ').replaceAll('İ', 'i').toLowerCase();

/**
 * A value as a token holds it. One of up to 200 bytes stands as it is. Of a longer one stand the first 200 bytes (to a
 * whole character), the mark and a hash of all of it: equal values stay equal, others stay different, and a prefix
 * within the known part still finds it.
 */
export function tokenValue(value: string): string {
  const text = clean(value);
  if (text.length * 3 <= knownBytes) return text;
  const bytes = Buffer.from(text);
  if (bytes.length <= knownBytes) return text;
  return `${knownPart(bytes)}${hashMark}${createHash('sha256').update(bytes).digest('base64url')}`;
}

/** The whole characters within the first 200 bytes. */
function knownPart(bytes: Buffer): string {
  let end = knownBytes;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.toString('utf8', 0, end);
}
