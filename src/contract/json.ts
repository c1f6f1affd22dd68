/** Whether a JSON value is an object. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A JSON text as a whole, and each text and number in it: all that may name somebody. */
export function textsOf(json: string): readonly string[] {
  const texts = [json];
  JSON.parse(json, (_name, value: unknown) => {
    if (typeof value === 'string' || typeof value === 'number') texts.push(String(value));
    return value;
  });
  return texts;
}

/** The value of a JSON text; undefined for what is none, since the parser's own error would quote the text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
