import { randomBytes } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import { type Name, nameDigest } from '../../graph/changes/purged-people.ts';
import { SealBroken, WatchSeal } from '../../graph/changes/seal.ts';
import type { Forgotten } from '../../graph/server/purge/purge-restored.ts';
import { makePrivate } from '../../store/owner/private-directory.ts';
import { CommandFailure } from '../command-failure.ts';

/** The file in a data directory that says who was purged, so that a backup from before does not bring them back. */
export const purgedListName = 'purged.ndjson';

/** The file beside it with a random key: without that, the list does not tell whether somebody is on it. */
const purgedKeyName = 'purged.key';

/** A line of it: people by digests of their names, or that all were purged, and when. */
const Line = Type.Object({
  at: Type.String(),
  people: Type.Optional(Type.Array(Type.String())),
  /** The same, sealed with the key. */
  sealed: Type.Optional(Type.String()),
  all: Type.Optional(Type.Literal(true)),
});

/** Notes that people were purged, or are about to be. Resolves once that is on the disk. */
export async function notePurgedPeople(dataDir: string, names: readonly Name[]): Promise<void> {
  if (names.length === 0) return;
  await makePrivate(dataDir);
  const seal = sealBy(await keyIn(dataDir));
  await append(dataDir, { at: new Date().toISOString(), sealed: seal.seal(names.map(nameDigest)) });
}

const sealBy = (key: string): WatchSeal => new WatchSeal(key, 'purged people');

/** The key of a directory's list, made for the first line of it. */
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

/** Of two keys that were made at once, the first counts for both. */
const readKey = async (path: string): Promise<string | undefined> =>
  (await readFile(path, 'utf8').catch(unlessAbsent))?.split('\n')[0] || undefined;

/** Notes that everything was purged. */
export const notePurgedAll = (dataDir: string): Promise<void> =>
  append(dataDir, { at: new Date().toISOString(), all: true });

/** What is to be purged again of a backup that was made at a moment. People are, whenever they were purged. */
export async function purgedSince(file: string, moment: string): Promise<Forgotten> {
  const text = (await readFile(file, 'utf8').catch(unlessAbsent)) ?? '';
  const key = await readKey(join(dirname(file), purgedKeyName));
  const lines = text.split('\n').flatMap((line) => (line === '' ? [] : [parsed(line)]));
  return {
    all: lines.some(({ all = false, at }) => all && at >= moment),
    digests: lines.flatMap(({ people = [], sealed }) => [...people, ...(sealed ? opened(sealed, key, file) : [])]),
  };
}

/** @throws {CommandFailure} where the key is missing, or another's: people who were purged would be back */
function opened(sealed: string, key: string | undefined, file: string): readonly string[] {
  try {
    if (key !== undefined) return sealBy(key).open<readonly string[]>(sealed);
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
  }
  throw new CommandFailure(
    `The list ${file} needs the ${purgedKeyName} that was made with it: put that file next to it.`,
  );
}

function unlessAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}

/** A kill may leave the last line half written: it was not answered, and is repeated. */
function parsed(line: string): Static<typeof Line> {
  try {
    const value: unknown = JSON.parse(line);
    if (Value.Check(Line, value)) return value;
  } catch {
    // As below.
  }
  return { at: '' };
}

async function append(dataDir: string, line: Static<typeof Line>): Promise<void> {
  await makePrivate(dataDir);
  await using file = await open(join(dataDir, purgedListName), 'a', 0o600);
  await file.appendFile(`\n${JSON.stringify(line)}\n`);
  await file.sync();
}
