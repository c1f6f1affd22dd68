import { randomBytes, randomUUID } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import type { Secrets } from '../graph/state/seal/seal.ts';
import { makePrivate } from '../store/owner/private-directory.ts';
import { CommandFailure } from './command-failure.ts';
import { dataDirectoryFailure } from './data-directory.ts';
import { codeOf, unlessAbsent } from './system-error.ts';

/**
 * Reads a secret from the data directory, and creates it on first use: 256 random bits, readable by the owner only.
 * Concurrent processes get the same one.
 *
 * @throws {CommandFailure} if others can enter the directory, it cannot be used, or the file contains no secret
 */
export const keptSecret = (dataDir: string, name: string): Promise<string> =>
  secretIn(dataDir, name).catch((error: unknown) => {
    throw dataDirectoryFailure(error, dataDir);
  });

/** The secrets of a graph, from the configuration or, if it has none, the data directory. */
export const secretsOf = async (
  { secret, acceptedSecret, identitySecret, dataDir }: Config,
  keptIn = dataDir,
): Promise<Secrets> => ({
  secret: secret ?? (await keptSecret(keptIn, 'secret')),
  accepted: acceptedSecret,
  identity: identitySecret,
});

const secretIn = async (dataDir: string, name: string): Promise<string> => {
  const path = join(dataDir, name);
  await makePrivate(dataDir);
  const kept = await readFile(path, 'utf8').catch(unlessAbsent);
  if (kept !== undefined) return judged(kept, path);

  const draft = `${path}.${randomUUID()}`;
  await writeDurably(draft, `${randomBytes(32).toString('base64url')}\n`);
  // Unlike a rename, a link fails if another process has created the file first.
  await link(draft, path).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
  await rm(draft);
  return judged(await readFile(path, 'utf8'), path);
};

/** Writes and syncs a new file. It is linked to its name later, so a power cut leaves a complete file or none. */
const writeDurably = async (path: string, text: string): Promise<void> => {
  await using file = await open(path, 'wx', 0o600);
  await file.writeFile(text);
  await file.sync();
};

/** The form required of `KITH_SECRET`, since everything that is sealed or signed depends on it. */
const whole = /^\P{Cc}{32,}$/u;

/** Whether the text of a file is a complete secret. */
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
