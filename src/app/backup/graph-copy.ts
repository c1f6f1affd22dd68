import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { backupPath, recordsBackupPath } from '../../graph/features/administration/backup-route.ts';
import { Database } from '../../graph/state/database.ts';
import { StoreUnavailable } from '../../graph/state/store-unavailable.ts';
import { CommandFailure } from '../command-failure.ts';
import { askGraph, type GraphPlace } from '../graph-channel.ts';

/** File names of the graph's own database, and of the records that it keeps, in a data directory. */
export const graphDatabaseName = 'graph.sqlite';
export const keptDatabaseName = 'records.sqlite';

const paths = { [graphDatabaseName]: backupPath, [keptDatabaseName]: recordsBackupPath };

/** A graph that may be running, and the data directory of its database. */
export interface BackedUpGraph extends GraphPlace {
  readonly dataDir: string;
}

/**
 * Takes a snapshot of one of the graph's databases: from the running graph, or if none runs, from the file. Undefined if
 * there is none, as with Redis.
 *
 * @throws {CommandFailure} if the server that answers is not a graph with this secret
 */
export async function copyGraph(graph: BackedUpGraph, name: keyof typeof paths): Promise<Buffer | undefined> {
  const answer = await askGraph(graph, { method: 'POST', path: paths[name] });
  if (answer?.status === 204) return undefined;
  if (answer !== undefined && answer.status !== 200)
    throw new CommandFailure(`the graph at ${graph.url} returned no copy of its database (status ${answer.status}).`);
  return answer?.body ?? (await left(join(graph.dataDir, name)));
}

async function left(path: string): Promise<Buffer | undefined> {
  if (!existsSync(path)) return undefined;
  try {
    using database = new Database(path);
    return database.copy();
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    throw new CommandFailure(`${error.message} --graph sets its address.`);
  }
}
