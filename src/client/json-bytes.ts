/**
 * Finds the ends of JSON values in bytes, without parsing them. Hot loops over every byte of a fetch, so they are kept
 * simple. Past the end, `bytes[at]` is undefined; a returned index beyond the end means that the value is truncated.
 */

export const quote = 0x22;
const backslash = 0x5c;
const space = 0x20;
export const comma = 0x2c;
export const colon = 0x3a;
export const openObject = 0x7b;
export const closeObject = 0x7d;
export const openArray = 0x5b;
export const closeArray = 0x5d;

const isSpace = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** The index of the first non-space byte from `at`. */
export function skipSpace(bytes: Uint8Array, at: number): number {
  let found = at;
  while (isSpace(bytes[found])) found += 1;
  return found;
}

/** The index after a string that starts at `at`. */
export function endOfString(bytes: Uint8Array, at: number): number {
  let end = at + 1;
  for (;;) {
    const byte = bytes[end];
    if (byte === quote) return end + 1;
    if (byte === undefined) return end + 1;
    end += byte === backslash ? 2 : 1;
  }
}

/**
 * The index after a string that starts at `at` and has no escapes; -1 otherwise. Such a string is valid JSON, since
 * control characters are excluded, too.
 */
export function endOfPlainString(bytes: Uint8Array, at: number): number {
  if (bytes[at] !== quote) return -1;
  for (let end = at + 1; ; end += 1) {
    const byte = bytes[end];
    if (byte === quote) return end + 1;
    if (byte === undefined || byte === backslash || byte < space) return -1;
  }
}

/** The index after an array or object that starts at `at`: where all brackets are closed. */
function endOfBrackets(bytes: Uint8Array, at: number): number {
  let open = 0;
  let end = at;
  for (;;) {
    const byte = bytes[end];
    if (byte === undefined) return end + 1;
    end += 1;
    if (byte === quote) {
      // Inlined: nine bytes in ten are in strings, most of which are short.
      let within = bytes[end];
      while (within !== quote && within !== undefined) {
        end += within === backslash ? 2 : 1;
        within = bytes[end];
      }
      end += 1;
      continue;
    }
    if (byte === openObject || byte === openArray) open += 1;
    else if (byte === closeObject || byte === closeArray) {
      open -= 1;
      if (open === 0) return end;
    }
  }
}

/** The index after a number or literal that starts at `at`. */
function endOfWord(bytes: Uint8Array, at: number): number {
  let end = at;
  for (;;) {
    const byte = bytes[end];
    if (byte === undefined || byte === comma || byte === closeObject || byte === closeArray || isSpace(byte))
      return end;
    end += 1;
  }
}

/** The index after the value that starts at `at`. Does not check that it is valid JSON. */
export function endOfValue(bytes: Uint8Array, at: number): number {
  const byte = bytes[at];
  if (byte === quote) return endOfString(bytes, at);
  return byte === openObject || byte === openArray ? endOfBrackets(bytes, at) : endOfWord(bytes, at);
}
