/**
 * Walking JSON as bytes: where values end, without parsing them. Every byte of a fetch passes through these loops, so
 * they are kept plain. Behind the bytes, `bytes[at]` is undefined; an index beyond them says that something is cut off.
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

/** The index of the first byte that is no space, from `at` on. */
export function skipSpace(bytes: Uint8Array, at: number): number {
  let found = at;
  while (isSpace(bytes[found])) found += 1;
  return found;
}

/** The index behind a string that begins at `at`. */
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
 * The index behind a string that begins at `at` and stands for itself, without escapes; -1 where there is none. Whether it
 * is JSON is thereby told: it holds no control characters either.
 */
export function endOfPlainString(bytes: Uint8Array, at: number): number {
  if (bytes[at] !== quote) return -1;
  for (let end = at + 1; ; end += 1) {
    const byte = bytes[end];
    if (byte === quote) return end + 1;
    if (byte === undefined || byte === backslash || byte < space) return -1;
  }
}

/** The index behind an array or object that begins at `at`: where as many brackets are closed as were opened. */
function endOfBrackets(bytes: Uint8Array, at: number): number {
  let open = 0;
  let end = at;
  for (;;) {
    const byte = bytes[end];
    if (byte === undefined) return end + 1;
    end += 1;
    if (byte === quote) {
      // Not by a call: nine bytes in ten are of strings, most of them short.
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

/** The index behind a number or word that begins at `at`. */
function endOfWord(bytes: Uint8Array, at: number): number {
  let end = at;
  for (;;) {
    const byte = bytes[end];
    if (byte === undefined || byte === comma || byte === closeObject || byte === closeArray || isSpace(byte))
      return end;
    end += 1;
  }
}

/** The index behind the value that begins at `at`; whether it is JSON inside, only parsing it tells. */
export function endOfValue(bytes: Uint8Array, at: number): number {
  const byte = bytes[at];
  if (byte === quote) return endOfString(bytes, at);
  return byte === openObject || byte === openArray ? endOfBrackets(bytes, at) : endOfWord(bytes, at);
}
