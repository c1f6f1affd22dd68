/** A JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [member: string]: Json };

/** Whether a JSON value is an object. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The JSON text itself, and every string and number in it: everything that may name a person. */
export function textsOf(json: string): readonly string[] {
  const texts = [json];
  JSON.parse(json, (_name, value: unknown) => {
    if (typeof value === 'string' || typeof value === 'number') texts.push(String(value));
    return value;
  });
  return texts;
}

/** Half of a surrogate pair in a JSON text, or what looks like one: an escaped backslash before it is not read. */
const half = /\\u[dD](?:[89abAB]..(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB]..\\u[dD])[c-fC-F])/;

/** An escape in a JSON text: a surrogate pair, half of one (the group), or any other. */
const escapes = /\\u[dD][89abAB]..\\u[dD][c-fC-F]..|\\u[dD]([89a-fA-F]..)|\\./g;

/**
 * A JSON text without halves of surrogate pairs, which strict parsers refuse with the whole text: U+FFFD replaces each. The
 * text itself if it has none.
 */
export const wellFormedJson = (json: string): string =>
  json.includes('\\u') && half.test(json)
    ? json.replace(escapes, (whole, lone?: string) => (lone === undefined ? whole : '\\ufffd'))
    : json;

/** Parses JSON; undefined if it is invalid. The parser's error is dropped, since it quotes the text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
