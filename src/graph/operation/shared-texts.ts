import type { ExecutionResult } from 'graphql';

/** A text; `bytes` is its length in UTF-8. */
interface Text {
  readonly text: string;
  readonly bytes: number;
}

function textOf(value: unknown): Text {
  const text = JSON.stringify(value);
  return { text, bytes: Buffer.byteLength(text) };
}

const begin = '{"data":';

/** Serialized data of results that several operations share. */
const texts = new WeakMap<object, Text>();

/**
 * Serializes a result as JSON. `isShared`: its data belongs to several operations that were executed once, and is
 * serialized once. The parts' bytes are added, since `Buffer.byteLength` of the joined text would copy it.
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
