import { createWriteStream, existsSync } from 'node:fs';
import { lstat, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import { type Config, embedsService } from '../../config/config.ts';
import { type Forgotten, prepareRestored } from '../../graph/features/forgetting/purge-restored.ts';
import { stored } from '../../graph/features/index.ts';
import { Database } from '../../graph/state/database.ts';
import { Seal } from '../../graph/state/seal/seal.ts';
import { creatingName } from '../../store/engine/embedded.ts';
import { sync, syncDirectory } from '../../store/engine/sync-directory.ts';
import { isUsable } from '../../store/migrate.ts';
import { migrations } from '../../store/migrations/all.ts';
import { StoreInUse, takeOwnership } from '../../store/owner/owner.ts';
import { CommandFailure } from '../command-failure.ts';
import { dataDirectoryFailure } from '../data-directory.ts';
import { secretsOf } from '../kept-secret.ts';
import { openLog } from '../log.ts';
import { openConfiguredStore } from '../store.ts';
import { unlessAbsent } from '../system-error.ts';
import { type About, ArchiveReader } from './archive.ts';
import { storeFolder } from './backup.ts';
import { graphDatabaseName, keptDatabaseName } from './graph-copy.ts';
import { demandGraphDatabase } from './graph-database-check.ts';
import { purgedListName, purgedSince } from './purged-list.ts';
import { draftName, unfinishedName } from './unfinished.ts';

export interface Restored extends About {
  /**
   * Number of mapping results, exclusions, targets, approvals, watched people and texts from which purged people were
   * removed.
   */
  readonly purgedAgain: number;
  /** Present if there was no list of purged people, so people purged after the backup may be back. */
  readonly warning?: string;
}

/**
 * Restores a backup into a data directory without a store. If the restore is interrupted, Kith refuses to start on the
 * directory and asks to repeat it.
 *
 * @param purgedList path of the list of purged people; default: that of the data directory, absent in a new one
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
  let [purgedAgain, hasRecords] = [0, false];
  try {
    await clear(dataDir);
    try {
      await unpack(archive, join(dataDir, draftName));
      await checkGraphDatabase(join(dataDir, draftName, graphDatabaseName), `The graph’s database in ${file}`);
      await checkGraphDatabase(join(dataDir, draftName, keptDatabaseName), `The database of kept records in ${file}`);
      const forgotten = await purgedSince(list, archive.about.moment);
      purgedAgain = await purgeAgain(config, forgotten);
      hasRecords = await leaveRecordsOut(join(dataDir, draftName, keptDatabaseName), forgotten);
      await syncDirectory(join(dataDir, draftName));
      await writeMarker(dataDir);
    } catch (error) {
      // Nothing has been moved into place yet, so this leaves the directory as it was.
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
    // Replay the log and migrate the tables now, while an operator is watching.
    await using _store = await openConfiguredStore(config, openLog(config.telemetry.logLevel, 'kith'));
  }
  return {
    ...archive.about,
    ...(archive.about.records && { records: hasRecords }),
    purgedAgain,
    ...(archive.about.graph && !isListed && { warning: unlisted(list) }),
  };
}

const unlisted = (list: string): string =>
  `There is no list of purged people at ${list}: people purged after the backup are in the graph’s database, and in its kept records, again. ` +
  `If there are any, restore again into an empty directory, with --purged and the ${purgedListName} of the directory ` +
  'in which the purge ran.';

/** Content of the marker file: the identity on disk of each file that the restore moves into place, by name. */
const Identities = Type.Record(Type.String(), Type.String());

/** The names that a restore creates in a data directory. */
const placed = ['secret', graphDatabaseName, keptDatabaseName, storeFolder];

/** Names that must not exist before a restore. SQLite would replay a log of another database into the restored one. */
const ofStore = [
  storeFolder,
  ...[graphDatabaseName, keptDatabaseName].flatMap((name) =>
    ['', '-wal', '-shm', '-journal'].map((suffix) => `${name}${suffix}`),
  ),
];

function refuseUnfit({ store, version }: About, config: Config): void {
  if (store && !isUsable(store.migration, migrations))
    throw new CommandFailure(
      `The backup must be one that this version of Kith can read, but version ${version} made it (its store has migration ${store.migration}): restore it with that version.`,
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
 * Refuses a directory that contains a store. Removes the files of an interrupted restore, which its marker
 * distinguishes from a store that was moved there since.
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
  // Otherwise the next start would mistake the restored store for one whose creation was interrupted.
  await rm(join(dataDir, creatingName), { force: true });
  await sync(dataDir);
  await rm(marker, { force: true });
}

/** Writes the marker with the files that are about to be moved into place, which the next restore may remove. */
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

/** Identity that survives a rename. The birth time is included because inodes of removed files are reused. */
async function identityOf(path: string): Promise<string> {
  const { ino, birthtimeNs } = await lstat(path, { bigint: true });
  return `${ino} of ${birthtimeNs}`;
}

/** Empty if the marker is incomplete: it is synced before the first rename, so nothing was moved then. */
function readIdentities(text: string | undefined): Static<typeof Identities> {
  try {
    return Value.Parse(Identities, JSON.parse(text ?? ''));
  } catch {
    return {};
  }
}

/** Unpacks into the draft directory, verifying each file. Nothing is moved into place before all are verified. */
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

/** Checks the database itself: the archive’s checksums only prove that it is what was backed up. */
async function checkGraphDatabase(path: string, what: string): Promise<void> {
  const bytes = await readFile(path).catch(unlessAbsent);
  if (bytes) demandGraphDatabase(bytes, what);
}

/**
 * Kept records are restored only if nobody was purged: their names are hashed, so that those of purged people cannot be
 * found, and they can be loaded again. Resolves with whether there are any.
 */
async function leaveRecordsOut(path: string, { all, digests }: Forgotten): Promise<boolean> {
  if (all || digests.length > 0) await rm(path, { force: true });
  return existsSync(path);
}

async function purgeAgain(config: Config, forgotten: Forgotten): Promise<number> {
  const path = join(config.dataDir, draftName, graphDatabaseName);
  if (!existsSync(path)) return 0;
  using database = new Database(path);
  const seal = new Seal(await secretsOf(config, join(config.dataDir, draftName)));
  return await prepareRestored(database, forgotten, stored, seal);
}
