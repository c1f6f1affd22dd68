import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { Database } from '../graph/state/database.ts';
import { graphDatabaseName } from './backup/graph-copy.ts';
import { refuseUnfinished } from './backup/unfinished.ts';
import { closeDataDirectory } from './data-directory.ts';

/**
 * Opens what a graph of this configuration remembers by itself: a file in its data directory, nothing where a Redis
 * remembers instead. The directory is made its owner's alone. The opener closes the database, after the graph.
 *
 * @throws {import('./command-failure.ts').CommandFailure} where the directory can't be used, or is open to others and
 *   can't be closed
 * @throws {import('../graph/state/store-unavailable.ts').StoreUnavailable} where another process has it
 */
export const openGraphDatabase = async ({
  redisUrl,
  dataDir,
}: Pick<Config, 'redisUrl' | 'dataDir'>): Promise<Database> => {
  if (redisUrl !== undefined) return new Database(':memory:');
  refuseUnfinished(dataDir);
  // Nobody else has: a graph that is given its secret makes none there.
  await closeDataDirectory(dataDir);
  return new Database(join(dataDir, graphDatabaseName));
};
