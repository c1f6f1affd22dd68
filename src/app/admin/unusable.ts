import { CommandFailure } from '../command-failure.ts';

/** The error for a file named in a command that could not be read or written. */
export const unusable = (error: unknown): unknown => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const path = error instanceof Error && 'path' in error ? String(error.path) : '';
  if (code === 'ENOENT') return new CommandFailure(`${path}: there is no such file or directory.`);
  if (code === 'EACCES' || code === 'EISDIR') return new CommandFailure(`${path}: cannot be used as a file.`);
  if (code === 'ENOSPC') return new CommandFailure(`${path || 'A file'}: its disk is full.`);
  if (code === 'EROFS') return new CommandFailure(`${path}: its file system is read-only.`);
  return error;
};
