import type { ExecutionResult } from 'graphql';

/** A text, and its length in UTF-8. */
interface Text {
  readonly text: string;
  readonly bytes: number;
}

export function jsonOf(value: unknown): Text {
  const text = JSON.stringify(value);
  return { text, bytes: Buffer.byteLength(text) };
}

const begin = '{"data":';

/** The JSON of data that several operations have in common since they were executed as one: made once for them all. */
export class SharedTexts {
  readonly #texts = new WeakMap<object, Text>();

  /** The result as JSON. Its parts are counted, since to count the whole would copy it. */
  json(result: ExecutionResult): Text {
    const { data, ...others } = result;
    if (!data) return jsonOf(result);
    let shared = this.#texts.get(data);
    if (!shared) {
      shared = jsonOf(data);
      this.#texts.set(data, shared);
    }
    const rest = JSON.stringify(others);
    const end = rest === '{}' ? '}' : `,${rest.slice(1)}`;
    return { text: begin + shared.text + end, bytes: begin.length + shared.bytes + Buffer.byteLength(end) };
  }
}
