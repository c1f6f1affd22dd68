import { chmod, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { variables } from '../config/settings.ts';
import { makePrivate, OpenDirectory } from '../store/owner/private-directory.ts';
import { CommandFailure } from './command-failure.ts';
import { codeOf, unlessAbsent } from './system-error.ts';

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user may not read or write it',
  EPERM: 'this user may not change it',
  EROFS: 'its file system is read-only',
  ENOSPC: 'its disk is full',
  EEXIST: 'it is a file, but must be a directory',
  ENOTDIR: 'it, or a part of its path, is a file, but must be a directory',
};

/** Converts an I/O error in the data directory to a `CommandFailure` if its cause is known; else returns it as it is. */
export const dataDirectoryFailure = (error: unknown, dataDir: string): unknown => {
  if (error instanceof OpenDirectory) return new CommandFailure(error.message);
  const code = codeOf(error) ?? '';
  const reason = reasons[code];
  if (reason === undefined) return error;
  return new CommandFailure(
    `The data directory ${dataDir} cannot be used: ${reason} (${code}); ${variables.dataDir.name} sets another one.`,
  );
};

/** Kith's files at the top level of a data directory; the store's subdirectory is not included. */
const ownFile = /^(?:graph\.sqlite(?:-\w+)?|secret|owner\.json|purged\.(?:ndjson|key))$/;

const ofOthers = 0o077;

/** Windows uses access control lists, which file modes do not show. */
const hasModes = process.platform !== 'win32';

/**
 * Makes a data directory and Kith's files at its top level accessible to their owner only: a directory that was copied
 * or created by hand may be open to others. Links and other files are not changed.
 *
 * @throws {CommandFailure} if a mode cannot be changed
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
  // Another process may create and remove files meanwhile.
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
