import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Writes what the operating system holds of a file or directory to the disk. */
export async function sync(path: string): Promise<void> {
  await using file = await open(path, 'r');
  await file.sync();
}

/** The same, of everything in a directory that was filled by other means than PostgreSQL, which only syncs what it writes itself. */
export async function syncDirectory(directory: string): Promise<void> {
  const entries = await readdir(directory, { recursive: true });
  await Promise.all(entries.map((entry) => sync(join(directory, entry))));
  await sync(directory);
}
