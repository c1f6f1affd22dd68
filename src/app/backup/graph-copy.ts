import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { backupPath } from '../../graph/server/admin/backup-route.ts';
import { Database } from '../../graph/state/database.ts';
import { StoreUnavailable } from '../../graph/state/store-unavailable.ts';
import { CommandFailure } from '../command-failure.ts';
import { askGraph, type GraphPlace } from '../graph-channel.ts';

/** File name of the graph's own database in a data directory. */
export const graphDatabaseName = 'graph.sqlite';

/** A graph that may be running, and the data directory of its database. */
export interface BackedUpGraph extends GraphPlace {
  readonly dataDir: string;
}

/**
 * Takes a snapshot of the graph's own database: from the running graph, or if none runs, from the file. Undefined if
 * there is none, as with Redis.
 *
 * @throws {CommandFailure} if the server that answers is not a graph with this secret
 */
export async function copyGraph(graph: BackedUpGraph): Promise<Buffer | undefined> {
  const answer = await askGraph(graph, { method: 'POST', path: backupPath });
  if (answer?.status === 204) return undefined;
  if (answer !== undefined && answer.status !== 200)
    throw new CommandFailure(`the graph at ${graph.url} returned no copy of its database (status ${answer.status}).`);
  return answer?.body ?? (await left(graph.dataDir));
}

async function left(dataDir: string): Promise<Buffer | undefined> {
  const path = join(dataDir, graphDatabaseName);
  if (!existsSync(path)) return undefined;
  try {
    using database = new Database(path);
    return database.copy();
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    throw new CommandFailure(`${error.message} --graph sets its address.`);
  }
}
