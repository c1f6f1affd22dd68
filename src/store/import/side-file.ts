import { open, rm } from 'node:fs/promises';
import type { Noted, Rejected } from './outcome.ts';

/**
 * The file of rejected lines, `{file, line, reason}`, and of omitted parts of others, `{file, line, note}`, as
 * newline-delimited JSON.
 */
export interface SideFile extends AsyncDisposable {
  /** Its length in bytes. */
  readonly length: number;
  note(file: string, entries: readonly (Rejected | Noted)[]): Promise<void>;
  /** Truncates it to a length, which drops the entries after it. */
  cut(length: number): Promise<void>;
}

const nowhere: SideFile = {
  length: 0,
  note: async () => {},
  cut: async () => {},
  [Symbol.asyncDispose]: async () => {},
};

/**
 * Opens the side file and drops entries after `length`, which belong to a batch that was not committed. An empty file
 * is removed on disposal.
 */
export async function openSideFile(path: string | undefined, length: number): Promise<SideFile> {
  if (path === undefined) return nowhere;
  const file = await open(path, 'a');
  let end = Math.min(length, (await file.stat()).size);
  await file.truncate(end);
  return {
    get length() {
      return end;
    },
    async note(of, entries) {
      const text = entries.map((entry) => `${JSON.stringify({ file: of, ...entry })}\n`).join('');
      await file.appendFile(text);
      end += Buffer.byteLength(text);
    },
    async cut(to) {
      await file.truncate(to);
      end = to;
    },
    async [Symbol.asyncDispose]() {
      await file.close();
      if (end === 0) await rm(path, { force: true });
    },
  };
}
