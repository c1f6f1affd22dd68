import { constants, type Stats } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { CommandFailure } from './command-failure.ts';
import { codeOf } from './system-error.ts';

/** Why a file that a command names cannot be used, by the system's code. */
const reasons: ReadonlyMap<unknown, string> = new Map([
  ['ENOENT', 'there is no such file or directory'],
  ['EACCES', 'this user has no access to it'],
  ['EISDIR', 'it is a directory'],
  ['ENOTDIR', 'its path leads through a file'],
  ['ENOSPC', 'its disk is full'],
  ['EROFS', 'its file system is read-only'],
]);

/** The error for a file named in a command that could not be read or written; others are returned as they are. */
export const unusable = (error: unknown): unknown => {
  const reason = reasons.get(codeOf(error));
  if (reason === undefined) return error;
  const path = error instanceof Error && 'path' in error ? String(error.path) : '';
  return new CommandFailure(`${path || 'A file'}: ${reason}.`);
};

/** Throws the error for a file that could not be read. */
export const unreadable =
  (name: string) =>
  (error: unknown): never => {
    const reason = reasons.get(codeOf(error));
    throw new CommandFailure(`${name} cannot be read${reason === undefined ? '' : `: ${reason}`}.`);
  };

const unwritable = (name: string, reason: string): CommandFailure =>
  new CommandFailure(`${name} cannot be written: ${reason}.`);

/**
 * Demands, before any work is done or paid for, that a file can be written at the end.
 *
 * @param name the path as the user gave it
 * @throws {CommandFailure}
 */
export async function demandOutput(path: string, name = path): Promise<void> {
  const directory = dirname(path);
  await access(directory, constants.W_OK).catch((error: unknown) => {
    throw unwritable(name, `${directory}: ${reasons.get(codeOf(error)) ?? 'this user cannot write there'}`);
  });
  if ((await existing(path))?.isDirectory()) throw unwritable(name, 'it is a directory');
}

/**
 * The same of a file that a finished draft takes the name of: it would replace a device or a pipe, such as `/dev/stdout`.
 *
 * @throws {CommandFailure}
 */
export async function demandReplaceable(path: string, name = path): Promise<void> {
  if (basename(path) === '-') throw unwritable(name, 'it must be a file, and not standard output');
  await demandOutput(path, name);
  if ((await existing(path))?.isFile() === false) throw unwritable(name, 'it is a device or a pipe');
}

const existing = (path: string): Promise<Stats | undefined> => stat(path).catch(() => undefined);
