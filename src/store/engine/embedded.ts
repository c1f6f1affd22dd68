import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoreLog } from '../event.ts';
import { takeOwnership } from '../owner/owner.ts';
import { closeContents, makePrivate } from '../owner/private-directory.ts';
import { databaseIn, exists, newDatabase } from './database-files.ts';
import type { Engine } from './engine.ts';
import { type Pglite, startPglite } from './pglite.ts';
import type { PgliteData } from './pglite-messages.ts';
import { syncDirectory } from './sync-directory.ts';

export interface PgliteConfig {
  readonly kind: 'pglite';
  /** The store's directory, created if it does not exist; or `memory`, for a store that ends with the process. */
  readonly dataDir: string;
}

/** The schema that PGlite's connections use. */
const schema = 'public';

/** Opens a store in memory, or in a directory that this process then owns. */
export function openEmbedded(config: PgliteConfig, log: StoreLog, template = newDatabase): Promise<Engine> {
  return config.dataDir === 'memory' ? openMemory(log, template) : openDirectory(config.dataDir, log, template);
}

async function openMemory(log: StoreLog, template: string): Promise<Engine> {
  return inMemory(await start({ template }, log));
}

/** The engine of an in-memory store on a running PGlite. */
export function inMemory({ openPool, lost, dump, stop }: Pglite): Engine {
  const publishAddress = async () => undefined;
  return { kind: 'pglite', pool: openPool(), lost, schema, created: true, publishAddress, dump, stop };
}

async function openDirectory(dataDir: string, log: StoreLog, template: string): Promise<Engine> {
  const { takenFrom, publishAddress, release } = await takeOwnership(dataDir);
  try {
    if (takenFrom !== undefined) log({ kind: 'taken-over', dataDir, pid: takenFrom });
    const { pglite, created } = await startIn(dataDir, log, template);
    const stop = async () => {
      await pglite.stop();
      await release();
    };
    const directory = databaseIn(dataDir);
    const { openPool, lost, dump } = pglite;
    return { kind: 'pglite', directory, pool: openPool(), lost, schema, created, publishAddress, dump, stop };
  } catch (error) {
    await release();
    throw error;
  }
}

/** Marker file in a data directory while its database is being created. */
export const creatingName = 'pglite-unfinished';

/**
 * Starts PGlite on the directory's database. Creates the database if there is none, or if an interrupted start left an
 * incomplete one.
 */
async function startIn(dataDir: string, log: StoreLog, template: string) {
  const directory = databaseIn(dataDir);
  const unfinished = join(dataDir, creatingName);
  if (await exists(unfinished)) await rm(directory, { recursive: true, force: true });
  const created = !(await exists(directory));
  if (!created) {
    const closed = await closeDirectory(directory);
    if (closed > 0) log({ kind: 'closed-to-others', dataDir, files: closed });
    return { pglite: await start({ directory }, log), created };
  }

  log({ kind: 'creating', dataDir });
  await writeFile(unfinished, 'The database next to this file is being created; the next start creates it again.\n', {
    mode: 0o600,
  });
  const pglite = await start({ directory, template }, log);
  await syncDirectory(directory);
  await rm(unfinished);
  return { pglite, created };
}

/** Files of a copied or older store may be accessible to other users. */
async function closeDirectory(directory: string): Promise<number> {
  await makePrivate(directory);
  return closeContents(directory);
}

/** PGlite cannot open the directory's database: it is damaged, or not readable and writable. */
export class StoreDamaged extends Error {
  override readonly name = 'StoreDamaged';
}

async function start(data: PgliteData, log: StoreLog): Promise<Pglite> {
  try {
    const pglite = await startPglite(data);
    void pglite.lost.then(({ message }) => log({ kind: 'connection-lost', reason: message }));
    return pglite;
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    const where = data.directory ?? 'memory';
    throw new StoreDamaged(`The embedded store in ${where} could not be opened: ${reason}`, { cause: error });
  }
}
