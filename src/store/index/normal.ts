import { createHash } from 'node:crypto';

/** Number of bytes, in UTF-8, of a longer value that `prefix` and `wildcard` can match. */
export const knownBytes = 200;

/** Separates the known part of a long value from its hash; `clean` removes it from values. */
export const hashMark = '\u0001';

/** Replaces characters that PostgreSQL cannot store (NUL, lone surrogates), and the hash mark. */
export const clean = (text: string): string =>
  text.toWellFormed().replaceAll('\0', '\ufffd').replaceAll(hashMark, '\ufffd');

/** Whether a prefix is longer than the known part of any value, so that nothing matches it. */
export const exceedsKnown = (beginning: string): boolean => Buffer.byteLength(clean(beginning)) > knownBytes;

/**
 * Lower case, one character for one, as in OpenSearch: a sigma's form does not depend on its position, and İ becomes a
 * plain i.
 */
export const lowerCase = (text: string): string => text.replaceAll('Σ', 'σ').replaceAll('İ', 'i').toLowerCase();

/**
 * A value as it occurs in a token. Up to 200 bytes it is unchanged. A longer one is reduced to its first 200 bytes (to
 * a whole character), the mark and a hash of the whole, so that equality stays exact, and prefixes within the known
 * part match.
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
