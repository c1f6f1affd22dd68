import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import { digestsOf, type Forgotten } from '../../graph/server/purge/purge-restored.ts';
import { makePrivate } from '../../store/owner/private-directory.ts';

/** The file in a data directory that says who was purged, so that a backup from before does not bring them back. */
export const purgedListName = 'purged.ndjson';

/** A line of it: people by digests of their names, or that all were purged, and when. */
const Line = Type.Object({
  at: Type.String(),
  people: Type.Optional(Type.Array(Type.String())),
  all: Type.Optional(Type.Literal(true)),
});

/** Notes that people were purged, or are about to be. Resolves once that is on the disk. */
export const notePurgedPeople = (dataDir: string, names: readonly string[]): Promise<void> =>
  append(dataDir, { at: new Date().toISOString(), people: [...digestsOf(names)] });

/** Notes that everything was purged. */
export const notePurgedAll = (dataDir: string): Promise<void> =>
  append(dataDir, { at: new Date().toISOString(), all: true });

/** What is to be purged again of a backup that was made at a moment. People are, whenever they were purged. */
export async function purgedSince(file: string, moment: string): Promise<Forgotten> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const lines = text.split('\n').flatMap((line) => (line === '' ? [] : [parsed(line)]));
  return {
    all: lines.some(({ all = false, at }) => all && at >= moment),
    digests: lines.flatMap(({ people = [] }) => people),
  };
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
