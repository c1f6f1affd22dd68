import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Syncs a file or directory to disk. */
export async function sync(path: string): Promise<void> {
  await using file = await open(path, 'r');
  await file.sync();
}

/** Syncs a directory's contents, if not PostgreSQL has written them: it syncs only its own writes. */
export async function syncDirectory(directory: string): Promise<void> {
  const entries = await readdir(directory, { recursive: true });
  await Promise.all(entries.map((entry) => sync(join(directory, entry))));
  await sync(directory);
}
