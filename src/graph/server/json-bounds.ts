/** Limits on a JSON text that keep parsing fast. */
export interface JsonBounds {
  /** Maximum members of all objects together: V8 interns each name, and distinct names create new hidden classes. */
  readonly members: number;
}

/** Maximum nesting depth: the recursive parser takes 30 times as long on deeply nested JSON. */
const maxLevels = 2_000;

/** Length in characters up to which a text is not checked: parsing it is fast anyway. */
const shortText = 16 * 1024;

/**
 * Scans a JSON text without parsing it, which could block the event loop: 900 kB of members with distinct names take 50
 * ms to parse, one string of that length 1 ms.
 *
 * @returns the problem, as a predicate for the subject that the caller names; undefined if there is none
 */
export function problemWithJson(text: string, { members: most }: JsonBounds): string | undefined {
  if (text.length <= shortText) return undefined;
  let deep = 0;
  let members = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === backslash) at += 1;
      else if (code === quote) inString = false;
    } else if (code === quote) inString = true;
    else if (code === openBracket || code === openBrace) {
      deep += 1;
      if (deep > maxLevels) return `must be nested at most ${maxLevels} deep`;
    } else if (code === closeBracket || code === closeBrace) deep -= 1;
    else if (code === colon) {
      members += 1;
      if (members > most) return `must have at most ${most} members in its objects`;
    }
  }
  return undefined;
}

const [quote, colon, backslash, openBracket, closeBracket, openBrace, closeBrace] = [34, 58, 92, 91, 93, 123, 125];
