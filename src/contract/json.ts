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

/** Parses JSON; undefined if it is invalid. The parser's error is dropped, since it quotes the text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
