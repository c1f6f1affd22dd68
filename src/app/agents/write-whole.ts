import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { unlessAbsent } from '../system-error.ts';

/** A file as a whole, with the file that a link leads to. */
export interface Found {
  readonly path: string;
  readonly text: string;
  readonly mode: number | undefined;
}

/** Reads a file; a missing one is empty. A link stays one: the file that it leads to is read and written. */
export async function readWhole(path: string): Promise<Found> {
  const real = await realpath(path).catch(unlessAbsent);
  if (real === undefined) return { path, text: '', mode: undefined };
  return { path: real, text: await readFile(real, 'utf8'), mode: (await stat(real)).mode & 0o777 };
}

/** Replaces a file at once: a reader finds the old text or the new one, never a part. */
export async function writeWhole(path: string, text: string, mode: number): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${randomUUID()}`;
  try {
    await writeFile(draft, text, { mode: 0o600, flag: 'wx' });
    await chmod(draft, mode);
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}
