import { randomBytes } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import type { Forgotten } from '../../graph/features/forgetting/purge-restored.ts';
import { type Name, nameDigest } from '../../graph/state/people/purged-people.ts';
import { Seal, SealBroken } from '../../graph/state/seal/seal.ts';
import { makePrivate } from '../../store/owner/private-directory.ts';
import { CommandFailure } from '../command-failure.ts';
import { unlessAbsent } from '../system-error.ts';

/** File in a data directory that lists purged people, so that restoring an older backup does not bring them back. */
export const purgedListName = 'purged.ndjson';

/** File with the random key of that list: without it, nobody can check whether a person is listed. */
const purgedKeyName = 'purged.key';

/** A line of the list: digests of purged people's names, or `all`, with the time. */
const Line = Type.Object({
  at: Type.String(),
  /** The digests, encrypted with the key. */
  sealed: Type.Optional(Type.String()),
  all: Type.Optional(Type.Literal(true)),
});

/** Records people who were purged, or are about to be. Resolves once the line is synced to disk. */
export async function notePurgedPeople(dataDir: string, names: readonly Name[]): Promise<void> {
  if (names.length === 0) return;
  await makePrivate(dataDir);
  const seal = new Seal({ secret: await keyIn(dataDir) });
  const sealed = seal.sealText(purpose, '', JSON.stringify(names.map(nameDigest)));
  await append(dataDir, { at: new Date().toISOString(), sealed });
}

const purpose = 'purged people';

/** Reads the key of a directory's list, and creates it on first use. */
async function keyIn(dataDir: string): Promise<string> {
  const path = join(dataDir, purgedKeyName);
  const known = await readKey(path);
  if (known !== undefined) return known;
  await using file = await open(path, 'a', 0o600);
  await file.appendFile(`${randomBytes(32).toString('base64url')}\n`);
  await file.sync();
  const made = await readKey(path);
  if (made === undefined) throw new Error(`${path} is empty.`);
  return made;
}

/** The first line: if two processes created a key at once, both use the first. */
const readKey = async (path: string): Promise<string | undefined> =>
  (await readFile(path, 'utf8').catch(unlessAbsent))?.split('\n')[0] || undefined;

/** Records that everything was purged. */
export const notePurgedAll = (dataDir: string): Promise<void> =>
  append(dataDir, { at: new Date().toISOString(), all: true });

/** What to purge again from a backup of a given moment: `all` if purged since; listed people always. */
export async function purgedSince(file: string, moment: string): Promise<Forgotten> {
  const text = (await readFile(file, 'utf8').catch(unlessAbsent)) ?? '';
  const key = await readKey(join(dirname(file), purgedKeyName));
  const lines = text.split('\n').flatMap((line) => (line === '' ? [] : [parsed(line)]));
  return {
    all: lines.some(({ all = false, at }) => all && at >= moment),
    digests: lines.flatMap(({ sealed }) => (sealed ? opened(sealed, key, file) : [])),
  };
}

/** @throws {CommandFailure} if the key is missing or wrong: otherwise, purged people would come back */
function opened(sealed: string, key: string | undefined, file: string): readonly string[] {
  try {
    if (key !== undefined) return JSON.parse(new Seal({ secret: key }).openText(purpose, '', sealed).toString());
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
  }
  throw new CommandFailure(
    `The list ${file} needs the ${purgedKeyName} that was made with it: put that file next to it.`,
  );
}

/** Skips a line that a killed process left incomplete: its purge was not confirmed, so the caller repeats it. */
function parsed(line: string): Static<typeof Line> {
  try {
    const value: unknown = JSON.parse(line);
    if (Value.Check(Line, value)) return value;
  } catch {
    // Treated like another wrong line.
  }
  return { at: '' };
}

async function append(dataDir: string, line: Static<typeof Line>): Promise<void> {
  await makePrivate(dataDir);
  await using file = await open(join(dataDir, purgedListName), 'a', 0o600);
  await file.appendFile(`\n${JSON.stringify(line)}\n`);
  await file.sync();
}
