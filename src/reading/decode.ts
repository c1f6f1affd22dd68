/** Text of a file, and its encoding. */
export interface Decoded {
  readonly text: string;
  /** `windows-1252`, which includes Latin-1, is a guess: the bytes are not valid UTF-8. */
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
  /** Whether the bytes begin with a byte order mark. */
  readonly isMarked: boolean;
}

/**
 * Decodes a file: UTF-8 and UTF-16 by their byte order marks, else UTF-8 if the bytes are valid, else Windows-1252, in
 * which every byte is a character. The text excludes the byte order mark.
 */
export function decodeBytes(bytes: Uint8Array): Decoded {
  const [first, second] = bytes;
  const isMarked16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (isMarked16) {
    const encoding = first === 0xff ? 'utf-16le' : 'utf-16be';
    return { text: new TextDecoder(encoding).decode(bytes), encoding, isMarked: true };
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const isMarked = text.startsWith('\ufeff');
    return { text: isMarked ? text.slice(1) : text, encoding: 'utf-8', isMarked };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'windows-1252', isMarked: false };
  }
}
