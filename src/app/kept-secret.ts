import { randomBytes, randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makePrivate, OpenDirectory } from '../store/owner/private-directory.ts';
import { CommandFailure } from './command-failure.ts';

/**
 * The secret of this name in the data directory, made on first use: 256 random bits, readable by the owner only.
 * Two processes that come at once get the same one.
 */
export const keptSecret = async (dataDir: string, name: string): Promise<string> => {
  const path = join(dataDir, name);
  await makePrivate(dataDir).catch(refused);
  const kept = await readFile(path, 'utf8').catch(absent);
  if (kept !== undefined) return kept.trim();

  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 });
  // A link, unlike a rename, gives way to a file that another process has put there meanwhile.
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft);
  return (await readFile(path, 'utf8')).trim();
};

const absent = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
};

const refused = (error: unknown): never => {
  throw error instanceof OpenDirectory ? new CommandFailure(error.message) : error;
};
