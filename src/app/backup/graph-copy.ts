import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { backupPath } from '../../graph/server/admin/backup-route.ts';
import { Database } from '../../graph/state/database.ts';
import { adoptJournal } from '../../graph/state/earlier/adopt-journal.ts';
import { StoreUnavailable } from '../../graph/state/store-unavailable.ts';
import { CommandFailure } from '../command-failure.ts';
import { askGraph, type GraphPlace } from '../graph-channel.ts';

/** The graph's own database in a data directory. */
export const graphDatabaseName = 'graph.sqlite';

/** Where a graph may run, and where it leaves its database when it does not. */
export interface BackedUpGraph extends GraphPlace {
  readonly dataDir: string;
}

/**
 * The graph's own database as it is at this moment: of the graph that runs, else of the file that one left. Undefined
 * where there is none, or a Redis remembers instead.
 *
 * @throws {CommandFailure} where what answers is no graph of this secret
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
    // A graph of an earlier version that was killed has left its purses' last reservations in a file beside this one.
    adoptJournal(database);
    return database.copy();
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    throw new CommandFailure(`${error.message} --graph sets its address.`);
  }
}
