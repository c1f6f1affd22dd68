import { randomBytes, randomUUID } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makePrivate } from '../store/owner/private-directory.ts';
import { CommandFailure } from './command-failure.ts';
import { dataDirectoryFailure } from './data-directory.ts';

/**
 * The secret of this name in the data directory, made on first use: 256 random bits, readable by the owner only.
 * Two processes that come at once get the same one.
 *
 * @throws {CommandFailure} where others can enter the directory, it can't be used, or the file holds no secret
 */
export const keptSecret = (dataDir: string, name: string): Promise<string> =>
  secretIn(dataDir, name).catch((error: unknown) => {
    throw dataDirectoryFailure(error, dataDir);
  });

const secretIn = async (dataDir: string, name: string): Promise<string> => {
  const path = join(dataDir, name);
  await makePrivate(dataDir);
  const kept = await readFile(path, 'utf8').catch(absent);
  if (kept !== undefined) return judged(kept, path);

  const draft = `${path}.${randomUUID()}`;
  await writeDurably(draft, `${randomBytes(32).toString('base64url')}\n`);
  // A link, unlike a rename, fails where another process has written the file first.
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft);
  return judged(await readFile(path, 'utf8'), path);
};

/** Written to the disk before it has its name: a power cut leaves a whole file or none. */
const writeDurably = async (path: string, text: string): Promise<void> => {
  await using file = await open(path, 'wx', 0o600);
  await file.writeFile(text);
  await file.sync();
};

/** As `KITH_SECRET` has to be: everything that is sealed or signed hangs on it. */
const whole = /^\P{Cc}{32,}$/u;

/** Whether the text of a file is a secret, whole. */
export const isWholeSecret = (text: string): boolean => whole.test(text.trim());

const judged = (text: string, path: string): string => {
  const secret = text.trim();
  if (isWholeSecret(secret)) return secret;
  throw new CommandFailure(
    `The secret in ${path} must have 32 characters or more, none of them a control character, but the file is ` +
      `${secret === '' ? 'empty' : 'damaged'}: restore it from a backup. Or remove it: the next start makes another, ` +
      'which ends all sessions, page tokens and cursors.',
  );
};

const absent = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
};
