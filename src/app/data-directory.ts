import { chmod, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { variables } from '../config/settings.ts';
import { makePrivate, OpenDirectory } from '../store/owner/private-directory.ts';
import { CommandFailure } from './command-failure.ts';

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user may not read or write it',
  EPERM: 'this user may not change it',
  EROFS: 'its file system is read-only',
  ENOSPC: 'its disk is full',
  EEXIST: 'it is a file, but must be a directory',
  ENOTDIR: 'it, or a part of its path, is a file, but must be a directory',
};

/** What to throw where something in the data directory could not be read or written: a sentence where the cause is known. */
export const dataDirectoryFailure = (error: unknown, dataDir: string): unknown => {
  if (error instanceof OpenDirectory) return new CommandFailure(error.message);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reason = reasons[code];
  if (reason === undefined) return error;
  return new CommandFailure(
    `The data directory ${dataDir} cannot be used: ${reason} (${code}); ${variables.dataDir.name} sets another one.`,
  );
};

/** Files that stand in a data directory itself, and not in a directory of the store. */
const ownFile = /^(?:graph\.sqlite(?:-\w+)?|secret|admin-secret|owner\.json|purged\.(?:ndjson|key))$/;

const ofOthers = 0o077;

/** Windows keeps access lists, which modes do not tell. */
const hasModes = process.platform !== 'win32';

/**
 * Makes a data directory and the graph's files in it their owner's alone: one that was copied, or made by hand, may be open
 * to others. Links, and files that are not Kith's, are left as they are.
 *
 * @throws {CommandFailure} where that can't be done
 */
export const closeDataDirectory = async (dataDir: string): Promise<void> => {
  try {
    await makePrivate(dataDir);
    if (!hasModes) return;
    const names = await readdir(dataDir);
    await Promise.all(names.filter((name) => ownFile.test(name)).map((name) => closeFile(join(dataDir, name))));
  } catch (error) {
    throw dataDirectoryFailure(error, dataDir);
  }
};

const closeFile = async (path: string): Promise<void> => {
  // Files come and go while another process uses them.
  const found = await lstat(path).catch(unlessAbsent);
  if (!found?.isFile() || (found.mode & ofOthers) === 0) return;
  await chmod(path, 0o600)
    .catch(unlessAbsent)
    .catch((error: NodeJS.ErrnoException) => {
      throw new CommandFailure(
        `The file ${path} must be accessible only to its owner (mode 600), but has mode ${(found.mode & 0o777).toString(8)} and ` +
          `cannot be changed (${error.code}); run chmod 600 on it, or use another directory.`,
      );
    });
};

const unlessAbsent = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
};
