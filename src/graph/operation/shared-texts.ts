import type { ExecutionResult } from 'graphql';

/** A text, and its length in UTF-8. */
interface Text {
  readonly text: string;
  readonly bytes: number;
}

function textOf(value: unknown): Text {
  const text = JSON.stringify(value);
  return { text, bytes: Buffer.byteLength(text) };
}

const begin = '{"data":';

/** By data that several operations have in common. */
const texts = new WeakMap<object, Text>();

/**
 * A result as JSON. `isShared`: its data belongs to several operations that were executed as one, and is serialized once for
 * all of them. Its parts are counted, since counting the whole would copy it.
 */
export function jsonOf(result: ExecutionResult, isShared: boolean): Text {
  const { data, ...others } = result;
  if (!data || !isShared) return textOf(result);
  let shared = texts.get(data);
  if (!shared) {
    shared = textOf(data);
    texts.set(data, shared);
  }
  const rest = JSON.stringify(others);
  const end = rest === '{}' ? '}' : `,${rest.slice(1)}`;
  return { text: begin + shared.text + end, bytes: begin.length + shared.bytes + Buffer.byteLength(end) };
}
