/** What a JSON text may be, so that to parse it takes little longer than to read it. */
export interface JsonBounds {
  /** Members of all its objects together: each name is looked up in a table of all strings, and makes a shape of its own. */
  readonly members: number;
}

/** Lists and objects in one another: JSON is parsed by recursion, which takes 30 times as long where it is deep. */
const maxLevels = 2_000;

/** A text that costs too little to be looked at first. */
const shortText = 16 * 1024;

/**
 * Looks over a JSON text without parsing it, which would block the event loop: 900 kB of members with names of their own
 * take 50 ms, as a text 1.
 *
 * @returns what is wrong with it, as the end of a sentence that begins with what it is; undefined where nothing is
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
