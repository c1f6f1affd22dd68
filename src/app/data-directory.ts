import { variables } from '../config/env.ts';
import { OpenDirectory } from '../store/owner/private-directory.ts';
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
    `The data directory ${dataDir} cannot be used: ${reason} (${code}); ${variables.dataDir.name} names another.`,
  );
};
