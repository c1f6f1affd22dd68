import { closeSync, createReadStream, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createZstdDecompress } from 'node:zlib';

const blockBytes = 512;

/** Of an entry's header: where its fields are, and which type is a directory. */
const header = { name: [0, 100], size: [124, 136], type: 156, prefix: [345, 500], directory: '5' } as const;

const textOf = (block: Buffer, [start, end]: readonly [number, number]): string =>
  block.toString('utf8', start, end).replace(/\0.*$/s, '');

/**
 * Unpacks a dump, a tar that may be compressed (`.zst`), into a directory, private to the owner. PGlite could do so, but
 * holds the archive and all files in memory, which the process then keeps: 150 MB for the sample.
 */
export async function unpack(archive: string, directory: string): Promise<void> {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const packed = createReadStream(archive);
  const bytes = archive.endsWith('.zst') ? packed.pipe(createZstdDecompress()) : packed;
  packed.on('error', (error) => bytes.destroy(error));
  let head = Buffer.alloc(0);
  let file: number | undefined;
  let left = 0;
  let padding = 0;
  let isComplete = false;

  const begin = (block: Buffer): void => {
    const name = textOf(block, header.name);
    isComplete = name === '';
    if (isComplete) return;
    const path = join(directory, textOf(block, header.prefix), name);
    if (textOf(block, [header.type, header.type + 1]) === header.directory) {
      mkdirSync(path, { recursive: true, mode: 0o700 });
      return;
    }
    left = Number.parseInt(textOf(block, header.size), 8);
    padding = -left & (blockBytes - 1);
    file = openSync(path, 'wx', 0o600);
    if (left === 0) end();
  };
  const end = (): void => {
    if (file !== undefined) closeSync(file);
    file = undefined;
  };

  try {
    for await (let chunk of bytes as AsyncIterable<Buffer>)
      while (chunk.length > 0) {
        const wanted = left || padding || blockBytes - head.length;
        const part = chunk.subarray(0, wanted);
        chunk = chunk.subarray(part.length);
        if (left > 0 && file !== undefined) {
          writeFileSync(file, part);
          left -= part.length;
          if (left === 0) end();
        } else if (padding > 0) padding -= part.length;
        else {
          head = Buffer.concat([head, part]);
          if (head.length < blockBytes) continue;
          begin(head);
          head = Buffer.alloc(0);
        }
      }
  } finally {
    end();
  }
  // An archive ends with empty blocks; without them, files may be missing.
  if (!isComplete) throw new Error(`${archive} is not complete.`);
}
