import { open, rm } from 'node:fs/promises';
import type { Noted, Rejected } from './outcome.ts';

/** Where rejected lines are noted, `{file, line, reason}`, and what of others was left out, `{file, line, note}`; newline-delimited JSON. */
export interface SideFile extends AsyncDisposable {
  /** Its length in bytes. */
  readonly length: number;
  note(file: string, entries: readonly (Rejected | Noted)[]): Promise<void>;
  /** Takes back what was noted after this length. */
  cut(length: number): Promise<void>;
}

const nowhere: SideFile = {
  length: 0,
  note: async () => {},
  cut: async () => {},
  [Symbol.asyncDispose]: async () => {},
};

/** Opens the side file, which is removed again where nothing was noted, and takes back what lies behind `length`: notes of a batch that did not come to its end. */
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
