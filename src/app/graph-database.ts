import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { Database } from '../graph/state/database.ts';
import { graphDatabaseName, keptDatabaseName } from './backup/graph-copy.ts';
import { refuseUnfinished } from './backup/unfinished.ts';
import { closeDataDirectory } from './data-directory.ts';

/**
 * Opens the graph's SQLite database: a file in the data directory, or an in-memory database if Redis holds the state.
 * The directory is made accessible to its owner only. The caller closes the database, after the graph.
 *
 * @throws {import('./command-failure.ts').CommandFailure} if the directory cannot be used, or is open to others and its
 *   mode cannot be changed
 * @throws {import('../graph/state/store-unavailable.ts').StoreUnavailable} if another process has it open
 */
export const openGraphDatabase = async ({
  redisUrl,
  dataDir,
}: Pick<Config, 'redisUrl' | 'dataDir'>): Promise<Database> => {
  if (redisUrl !== undefined) return new Database(':memory:');
  refuseUnfinished(dataDir);
  // With a configured secret, `keptSecret` has not made the directory private.
  await closeDataDirectory(dataDir);
  return new Database(join(dataDir, graphDatabaseName));
};

/**
 * Opens the file of kept records, in the data directory that `openGraphDatabase` has made private; undefined if none are
 * kept there. Records of an earlier setting are deleted once KITH_KEEP_DAYS is 0.
 */
export async function openKeptDatabase({
  redisUrl,
  dataDir,
  credits,
}: Pick<Config, 'redisUrl' | 'dataDir' | 'credits'>): Promise<Database | undefined> {
  const path = join(dataDir, keptDatabaseName);
  if (redisUrl === undefined && credits.keep.keepMs > 0) return new Database(path);
  await Promise.all(['', '-wal', '-shm'].map((suffix) => rm(path + suffix, { force: true })));
  return undefined;
}
