import { createHash, randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { link, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';

const checkout = new URL('../../', import.meta.url);

/** What a store's content can depend on: the engine, the schema, the code that writes to it, and the data. */
const sources = [
  'src/{contract,service,store}/**/*.ts',
  'test/support/{cast,sample}/*.ts',
  'node_modules/@electric-sql/pglite/package.json',
];

/** How long a dump of other sources is kept, since a process that read them may be about to open it. */
const keptMs = 60 * 60 * 1000;

/**
 * The path of a store's dump in a directory of such dumps, for the sources as they are. Where there is none yet, `make`
 * writes one. Any number of processes may ask at once: a dump appears whole or not at all.
 */
export async function findTemplate(
  dir: string,
  name: string,
  make: (path: string) => Promise<void>,
  now: () => Date = () => new Date(),
): Promise<string> {
  const path = join(dir, `${name}-${fingerprint(now())}.tar`);
  if ((await modified(path)) !== undefined) return path;
  await mkdir(dir, { recursive: true });
  const draft = `${path}.${randomUUID()}.new`;
  try {
    await make(draft);
    // Whoever was first stays: others may be reading it.
    await link(draft, path).catch(async (error: unknown) => {
      if ((await modified(path)) === undefined) throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  await removeOlder(dir, basename(path), now().getTime() - keptMs);
  return path;
}

/** A hash of the sources; and of the day, since rows tell when they were written. */
const fingerprint = (now: Date): string =>
  createHash('sha256').update(now.toISOString().slice(0, 10)).update(hashOfSources()).digest('hex').slice(0, 16);

let hashed: string | undefined;

function hashOfSources(): string {
  if (hashed !== undefined) return hashed;
  const hash = createHash('sha256');
  for (const path of globSync(sources, { cwd: checkout }).sort())
    hash.update(path).update(readFileSync(new URL(path, checkout)));
  hashed = hash.digest('hex');
  return hashed;
}

/** Dumps are tens of megabytes, and each change of a source makes new ones. */
async function removeOlder(dir: string, kept: string, than: number): Promise<void> {
  for (const name of await readdir(dir)) {
    if (name === kept || !/-[0-9a-f]{16}\.tar$/.test(name)) continue;
    const written = await modified(join(dir, name));
    if (written !== undefined && written < than) await rm(join(dir, name), { force: true });
  }
}

const modified = (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  );
