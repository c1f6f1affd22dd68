import { readdir, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';

/** Lets no file of the write-ahead log be opened, and so none be synced; resolves with what puts them back. */
export const failSync = async (dataDir: string): Promise<() => Promise<void>> => {
  const log = join(dataDir, 'pglite/pg_wal');
  const names = (await readdir(log)).filter((name) => /^[0-9A-F]{24}$/.test(name));
  for (const name of names) {
    await rename(join(log, name), join(log, `${name}.aside`));
    await symlink(name, join(log, name));
  }
  return async () => {
    for (const name of names) {
      await rm(join(log, name));
      await rename(join(log, `${name}.aside`), join(log, name));
    }
  };
};
