import { createWriteStream, existsSync } from 'node:fs';
import { lstat, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import { type Config, embedsService } from '../../config/config.ts';
import { prepareRestored } from '../../graph/server/purge/purge-restored.ts';
import { Database } from '../../graph/state/database.ts';
import { creatingName } from '../../store/engine/embedded.ts';
import { isUsable } from '../../store/migrate.ts';
import { migrations } from '../../store/migrations/all.ts';
import { StoreInUse, takeOwnership } from '../../store/owner/owner.ts';
import { CommandFailure } from '../command-failure.ts';
import { dataDirectoryFailure } from '../data-directory.ts';
import { keptSecret } from '../kept-secret.ts';
import { openLog } from '../log.ts';
import { openConfiguredStore } from '../store.ts';
import { type About, ArchiveReader } from './archive.ts';
import { storeFolder } from './backup.ts';
import { graphDatabaseName } from './graph-copy.ts';
import { demandGraphDatabase } from './graph-database-check.ts';
import { purgedListName, purgedSince } from './purged-list.ts';
import { draftName, unfinishedName } from './unfinished.ts';

export interface Restored extends About {
  /** Results of mapping tasks, entries of exclusion lists, targets of lists, approvals and watched people from which people were taken who were purged after the backup. */
  readonly purgedAgain: number;
  /** Present where nothing says who was purged after the backup, so that they are back. */
  readonly warning?: string;
}

/**
 * Puts a backup into a data directory that has no store. It is there whole, or a start refuses the directory and
 * says that this must be repeated.
 *
 * @param purgedList who was purged; default: the data directory's own list, which a new directory does not have
 * @throws {CommandFailure}
 */
export async function restore(config: Config, file: string, purgedList?: string): Promise<Restored> {
  const { dataDir } = config;
  const list = purgedList ?? join(dataDir, purgedListName);
  const isListed = existsSync(list);
  if (purgedList !== undefined && !isListed)
    throw new CommandFailure(`--purged must name a list of purged people, but there is no file ${purgedList}.`);
  using archive = new ArchiveReader(file);
  refuseUnfit(archive.about, config);
  const failure = (error: unknown): never => {
    throw error instanceof StoreInUse ? new CommandFailure(error.message) : dataDirectoryFailure(error, dataDir);
  };
  const ownership = await takeOwnership(dataDir).catch(failure);
  let purgedAgain: number;
  try {
    await clear(dataDir);
    try {
      await unpack(archive, join(dataDir, draftName));
      await checkGraphDatabase(join(dataDir, draftName, graphDatabaseName), file);
      purgedAgain = await purgeAgain(config, list, archive.about);
      await syncAll(join(dataDir, draftName));
      await writeMarker(dataDir);
    } catch (error) {
      // Nothing is in its place yet: the directory is as it was.
      await rm(join(dataDir, unfinishedName), { force: true });
      await rm(join(dataDir, draftName), { recursive: true, force: true });
      throw error;
    }
    await place(dataDir);
  } catch (error) {
    return failure(error);
  } finally {
    await ownership.release();
  }
  if (archive.about.store && embedsService(config)) {
    // Its log is replayed and its tables are brought up to date now, where somebody watches.
    await using _store = await openConfiguredStore(config, openLog(config.telemetry.logLevel, 'kith'));
  }
  return { ...archive.about, purgedAgain, ...(archive.about.graph && !isListed && { warning: unlisted(list) }) };
}

const unlisted = (list: string): string =>
  `There is no list of purged people at ${list}: people purged after the backup are in the graph’s database again. ` +
  `If there are any, restore again into an empty directory, with --purged and the ${purgedListName} of the directory ` +
  'in which the purge ran.';

/** The content of a marker: the files that a restore puts in their places, by name, each with what identifies it on its disk. */
const Identities = Type.Record(Type.String(), Type.String());

/** What a backup puts into a data directory. */
const placed = ['secret', graphDatabaseName, storeFolder];

/** What a store consists of, and may not be there before. SQLite would apply the log of another database to the restored one. */
const ofStore = [
  storeFolder,
  ...['', '-wal', '-shm', '-journal', '-purses'].map((suffix) => `${graphDatabaseName}${suffix}`),
];

function refuseUnfit({ store }: About, config: Config): void {
  if (store && !isUsable(store.migration, migrations))
    throw new CommandFailure(
      `The backup was made by a later version of Kith (its store has migration ${store.migration}): restore it with that version.`,
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

/**
 * Refuses a directory that holds a store. What an interrupted restore has put there is removed: its marker tells it
 * from a store that was moved there since.
 */
async function clear(dataDir: string): Promise<void> {
  const marker = join(dataDir, unfinishedName);
  const identities = readIdentities(await readFile(marker, 'utf8').catch(unlessAbsent));
  const found = await Promise.all(
    ofStore.map(async (name) => ({ name, identity: await identityOf(join(dataDir, name)).catch(unlessAbsent) })),
  );
  const there = found.filter(({ identity }) => identity !== undefined);
  const held = there.filter(({ name, identity }) => identities[name] !== identity).map(({ name }) => name);
  if (held.length > 0)
    throw new CommandFailure(
      `A backup can be restored only into an empty data directory, but ${dataDir} holds ${held.join(' and ')}: move them aside, or set KITH_DATA_DIR.`,
    );
  for (const name of [draftName, ...there.map((one) => one.name)])
    await rm(join(dataDir, name), { recursive: true, force: true });
  // The next start would take the restored store for one that an interrupted start has begun to make.
  await rm(join(dataDir, creatingName), { force: true });
  await sync(dataDir);
  await rm(marker, { force: true });
}

/** Writes which files are about to be put in their places: those that the next restore may remove. */
async function writeMarker(dataDir: string): Promise<void> {
  const identities: Record<string, string> = {};
  for (const name of placed) {
    const identity = await identityOf(join(dataDir, draftName, name)).catch(unlessAbsent);
    if (identity !== undefined) identities[name] = identity;
  }
  await writeFile(join(dataDir, unfinishedName), JSON.stringify(identities), { mode: 0o600, flush: true });
  await sync(dataDir);
}

async function place(dataDir: string): Promise<void> {
  const draft = join(dataDir, draftName);
  for (const name of placed) if (existsSync(join(draft, name))) await rename(join(draft, name), join(dataDir, name));
  await sync(dataDir);
  await rm(draft, { recursive: true });
  await rm(join(dataDir, unfinishedName));
  await sync(dataDir);
}

/** A rename keeps it. An inode may be given again after a removal, but to a younger file. */
async function identityOf(path: string): Promise<string> {
  const { ino, birthtimeNs } = await lstat(path, { bigint: true });
  return `${ino} of ${birthtimeNs}`;
}

/** None where the marker is not whole, which is on the disk before the first rename. */
function readIdentities(text: string | undefined): Static<typeof Identities> {
  try {
    return Value.Parse(Identities, JSON.parse(text ?? ''));
  } catch {
    return {};
  }
}

/** Every file is verified on its way, and nothing is in its place before all are. */
async function unpack(archive: ArchiveReader, draft: string): Promise<void> {
  await mkdir(draft, { mode: 0o700 });
  for (const name of archive.names) {
    const path = join(draft, name);
    if (name.split('/').includes('..'))
      throw new CommandFailure(`The backup names a file outside the data directory: ${name}.`);
    if (name.endsWith('/')) {
      await mkdir(path, { recursive: true, mode: 0o700 });
      continue;
    }
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await pipeline(archive.file(name), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  }
}

/** The archive’s checksums hold for what was backed up, which may have been no database. */
async function checkGraphDatabase(path: string, file: string): Promise<void> {
  const bytes = await readFile(path).catch(unlessAbsent);
  if (bytes) demandGraphDatabase(bytes, `The graph’s database in ${file}`);
}

async function purgeAgain(config: Config, purgedList: string, { moment }: About): Promise<number> {
  const path = join(config.dataDir, draftName, graphDatabaseName);
  const forgotten = await purgedSince(purgedList, moment);
  if (!existsSync(path)) return 0;
  using database = new Database(path);
  const secret =
    config.identitySecret ?? config.secret ?? (await keptSecret(join(config.dataDir, draftName), 'secret'));
  return await prepareRestored(database, config.mapping.retentionMs, forgotten, secret);
}

/** At the end, when the disk has taken most of it. PostgreSQL syncs only what it writes itself. */
async function syncAll(directory: string): Promise<void> {
  for (const entry of await readdir(directory, { recursive: true })) await sync(join(directory, entry));
  await sync(directory);
}

async function sync(path: string): Promise<void> {
  await using file = await open(path, 'r');
  await file.sync();
}

function unlessAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}
