import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';

const migrations = new URL('../migrations/', import.meta.url);

/**
 * The path of a dump of an empty store, migrated as the sources stand now, in a directory for such dumps. Where there is
 * none yet, `make` writes one. Any number of processes may ask at once: a dump appears whole or not at all.
 */
export async function findTemplate(dir: string, make: (path: string) => Promise<void>): Promise<string> {
  const path = join(dir, `store-${await fingerprint()}.tar`);
  if (await exists(path)) return path;
  await mkdir(dir, { recursive: true });
  const draft = `${path}.${randomUUID()}.new`;
  try {
    await make(draft);
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
  await removeOthers(dir, path);
  return path;
}

/** What a template's content depends on: the migrations, and the engine with its version. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  hash.update(await readFile(new URL('../package.json', import.meta.resolve('@electric-sql/pglite'))));
  for (const name of (await readdir(migrations)).sort())
    hash.update(name).update(await readFile(new URL(name, migrations)));
  return hash.digest('hex').slice(0, 16);
}

/** Templates are tens of megabytes, and one is made for each change of a migration. */
async function removeOthers(dir: string, path: string): Promise<void> {
  const others = (await readdir(dir)).filter((name) => /^store-\w+\.tar$/.test(name) && name !== basename(path));
  await Promise.all(others.map((name) => rm(join(dir, name), { force: true })));
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
