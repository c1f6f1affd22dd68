import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The path and mode of whatever in a directory other users of the machine could open, itself included. */
export async function openToOthers(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true });
  const found = await Promise.all(
    [directory, ...entries.map((entry) => join(directory, entry))].map(async (path) => {
      const { mode } = await lstat(path);
      return mode & 0o077 ? [`${path} ${(mode & 0o777).toString(8)}`] : [];
    }),
  );
  return found.flat();
}
