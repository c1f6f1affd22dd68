import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Config, embedsService } from '../../config/config.ts';
import { Database } from '../../graph/database.ts';
import { purgeRestored } from '../../graph/server/purge/purge-restored.ts';
import { migrations } from '../../store/migrations/all.ts';
import { StoreInUse, takeOwnership } from '../../store/owner/owner.ts';
import { CommandFailure } from '../command-failure.ts';
import { dataDirectoryFailure } from '../data-directory.ts';
import { openLog } from '../log.ts';
import { openConfiguredStore } from '../store.ts';
import { type About, ArchiveReader } from './archive.ts';
import { storeFolder } from './backup.ts';
import { graphDatabaseName } from './graph-copy.ts';
import { purgedListName, purgedSince } from './purged-list.ts';
import { unfinishedName } from './unfinished.ts';

export interface Restored extends About {
  /** Results of mapping tasks from which people were taken who were purged after the backup. */
  readonly purgedAgain: number;
}

/**
 * Puts a backup into a data directory that holds no store. It is there whole, or a start refuses the directory and
 * says that this must be repeated.
 *
 * @param purgedList who was purged; default: the data directory's own list
 * @throws {CommandFailure}
 */
export async function restore(config: Config, file: string, purgedList?: string): Promise<Restored> {
  const { dataDir } = config;
  using archive = new ArchiveReader(file);
  refuseUnfit(archive.about, config);
  const failure = (error: unknown): never => {
    throw error instanceof StoreInUse ? new CommandFailure(error.message) : dataDirectoryFailure(error, dataDir);
  };
  const ownership = await takeOwnership(dataDir).catch(failure);
  let purgedAgain = 0;
  try {
    await begin(dataDir);
    const draft = join(dataDir, draftName);
    await unpack(archive, draft);
    purgedAgain = await purgeAgain(draft, config, purgedList ?? join(dataDir, purgedListName), archive.about);
    for (const name of ['secret', graphDatabaseName, storeFolder])
      if (existsSync(join(draft, name))) await rename(join(draft, name), join(dataDir, name));
    await sync(dataDir);
    await rm(draft, { recursive: true });
    await rm(join(dataDir, unfinishedName));
  } catch (error) {
    return failure(error);
  } finally {
    await ownership.release();
  }
  if (archive.about.store && embedsService(config)) {
    // Its log is replayed and its tables are brought up to date now, where somebody watches.
    await using _store = await openConfiguredStore(config, openLog(config.logLevel, 'kith'));
  }
  return { ...archive.about, purgedAgain };
}

const draftName = 'restoring';

function refuseUnfit({ store }: About, config: Config): void {
  if (store && !Object.hasOwn(migrations, store.migration))
    throw new CommandFailure(
      `The backup was made by a later version of Kith (its store has migration ${store.migration}): restore it with that one.`,
    );
  const embedded = embedsService(config) && config.service.store.kind === 'pglite';
  if (store && !embedded)
    throw new CommandFailure(
      'The backup holds an embedded store, but the configuration names a data service or a PostgreSQL: unset KITH_UPSTREAM_URL and DATABASE_URL.',
    );
  if (!store && embedded)
    throw new CommandFailure(
      'The backup holds no embedded store: restore the database of its data service first, and set DATABASE_URL or KITH_UPSTREAM_URL.',
    );
}

/** Refuses a directory that holds a store, unless an interrupted restore has put it there. */
async function begin(dataDir: string): Promise<void> {
  const unfinished = join(dataDir, unfinishedName);
  const held = [storeFolder, graphDatabaseName, 'journal'].filter((name) => existsSync(join(dataDir, name)));
  if (existsSync(unfinished)) {
    for (const name of [...held, draftName]) await rm(join(dataDir, name), { recursive: true, force: true });
  } else if (held.length > 0) {
    throw new CommandFailure(
      `A backup is restored into an empty data directory only, but ${dataDir} holds ${held.join(' and ')}: move them aside, or set KITH_DATA_DIR.`,
    );
  } else {
    await writeFile(unfinished, 'A backup is being restored here; "kith restore" begins anew.\n', { mode: 0o600 });
    await sync(dataDir);
  }
}

/** Every file is verified on its way, and nothing is in its place before all are. */
async function unpack(archive: ArchiveReader, draft: string): Promise<void> {
  await mkdir(draft, { mode: 0o700 });
  for (const name of archive.names) {
    const path = join(draft, name);
    if (name.split('/').includes('..')) throw new CommandFailure(`The backup names a file outside: ${name}.`);
    if (name.endsWith('/')) {
      await mkdir(path, { recursive: true, mode: 0o700 });
      continue;
    }
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await pipeline(archive.file(name), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    // PostgreSQL syncs what it recovers from.
    if (!name.startsWith(`${storeFolder}/`)) await sync(path);
  }
}

async function purgeAgain(draft: string, config: Config, purgedList: string, { moment }: About): Promise<number> {
  const path = join(draft, graphDatabaseName);
  const forgotten = await purgedSince(purgedList, moment);
  if (!existsSync(path) || (!forgotten.all && forgotten.digests.length === 0)) return 0;
  using database = new Database(path);
  return await purgeRestored(database, config.tracking.retentionMs, forgotten);
}

async function sync(path: string): Promise<void> {
  await using file = await open(path, 'r');
  await file.sync();
}
