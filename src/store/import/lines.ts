import { Buffer, isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';

/** Longer lines are rejected without being held in memory. */
const maximumBytes = 16 * 1024 * 1024;

/** Position of a line in a file. */
export interface LinePlace {
  /** Counted from 1. */
  readonly number: number;
  /** Offset after the line and its line feed. */
  readonly end: number;
}

/** A line, or the problem of reading it as a sentence. */
export type TextLine = LinePlace & ({ readonly text: string } | { readonly problem: string });

const byteOrderMark = /^\uFEFF/;

function contentOf(parts: readonly Buffer[], length: number): { readonly text: string } | { readonly problem: string } {
  if (length > maximumBytes) return { problem: `line: must be at most ${maximumBytes} bytes, but got ${length}` };
  const bytes = Buffer.concat(parts);
  if (!isUtf8(bytes)) return { problem: 'line: must be UTF-8, but got other bytes' };
  return { text: bytes.toString().replace(byteOrderMark, '') };
}

/** The lines of a file after a position, without line feeds; includes blank lines. */
export async function* linesOf(path: string, after: LinePlace = { number: 0, end: 0 }): AsyncGenerator<TextLine> {
  let { number, end } = after;
  let parts: Buffer[] = [];
  let length = 0;
  const take = (part: Buffer) => {
    length += part.length;
    if (length > maximumBytes) parts = [];
    else parts.push(part);
  };
  const finish = (): TextLine => {
    number += 1;
    const line = { number, end, ...contentOf(parts, length) };
    parts = [];
    length = 0;
    return line;
  };

  const chunks: AsyncIterable<Buffer> = createReadStream(path, { start: end, highWaterMark: 1024 * 1024 });
  for await (const chunk of chunks) {
    let start = 0;
    for (let feed = chunk.indexOf(10); feed !== -1; feed = chunk.indexOf(10, start)) {
      take(chunk.subarray(start, feed));
      end += feed + 1 - start;
      start = feed + 1;
      yield finish();
    }
    take(chunk.subarray(start));
    end += chunk.length - start;
  }
  if (length > 0) yield finish();
}
