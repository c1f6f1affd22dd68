import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../../..');

export const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** A fenced block of a page: ```` ```language note ````. */
export interface Block {
  readonly language: string;
  /** What stands behind the language, such as `own-data`. */
  readonly note: string;
  readonly text: string;
}

/** The fenced blocks of a page, in order. */
export const blocksOf = (path: string): readonly Block[] =>
  [...read(path).matchAll(/^```(\w+) ?([\w-]*)\n(.*?)^```$/gms)].map(([, language = '', note = '', text = '']) => ({
    language,
    note,
    text,
  }));
