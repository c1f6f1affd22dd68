/** Whether a character is whitespace or an invisible format character, as found around copied text. */
const isBlank = (character: string): boolean => /^[\s\p{Cf}]$/u.test(character);

/** Trims whitespace and invisible characters. */
export const unpadded = (text: string): string => between(text, isBlank);

/** Trims a slug: whitespace, invisible characters, and trailing slashes. */
export const trimmed = (text: string): string =>
  /^[\w-]*$/.test(text) ? text : between(text, (character) => character === '/' || isBlank(character));

/** Trims character by character: a regular expression anchored at the end takes quadratic time. */
function between(text: string, isLast: (character: string) => boolean): string {
  let [start, end] = [0, text.length];
  while (start < end && isBlank(text.charAt(start))) start += 1;
  while (start < end && isLast(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/**
 * Percent-decodes a string. Returns it unchanged if it is not validly encoded, or encodes U+0000, which names cannot
 * contain.
 */
export function decoded(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    const text = decodeURIComponent(segment);
    return text.includes('\0') ? segment : text;
  } catch {
    return segment;
  }
}
