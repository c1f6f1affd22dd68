import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const checkout = new URL('../../', import.meta.url);

/** What a store's content can depend on: the engine, the schema, the code that writes to it, and the data. */
const sources = [
  'src/{contract,service,store}/**/*.ts',
  'src/store/sample/*.zst',
  'test/support/{cast,sample}/*.ts',
  'node_modules/@electric-sql/pglite/package.json',
];

/** How long a dump of other sources is kept, since a process that read them may be about to open it. */
const keptMs = 60 * 60 * 1000;

/** Whoever has been making a dump for longer was killed. */
const maxMakingMs = 5 * 60 * 1000;

/**
 * The path of a store's dump in a directory of such dumps, for the sources as they are. Where there is none yet, `make`
 * writes one. Of processes that ask at once one makes it, and the others wait; it appears whole or not at all.
 */
export async function findTemplate(
  dir: string,
  name: string,
  make: (path: string) => Promise<void>,
  now: () => Date = () => new Date(),
): Promise<string> {
  const path = join(dir, `${name}-${fingerprint(now())}.tar`);
  const draft = `${path}.new`;
  await mkdir(dir, { recursive: true });
  while ((await modified(path)) === undefined) {
    if (!(await claim(draft))) {
      await pause(20);
      continue;
    }
    try {
      // Another may have made it between the look and the claim.
      if ((await modified(path)) === undefined) {
        await make(draft);
        await rename(draft, path);
      }
    } finally {
      await rm(draft, { force: true });
    }
    await removeOlder(dir, basename(path), now().getTime() - keptMs);
  }
  return path;
}

/** Whether a draft is this caller's to write. */
async function claim(draft: string): Promise<boolean> {
  const begun = await modified(draft);
  if (begun !== undefined && Date.now() - begun > maxMakingMs) await rm(draft, { force: true });
  try {
    await writeFile(draft, '', { flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** A hash of the sources; and of the day, since rows tell when they were written. */
export const fingerprint = (now: Date): string =>
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
