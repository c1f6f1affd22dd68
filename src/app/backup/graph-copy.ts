import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { backupPath, backupToken } from '../../graph/server/backup-route.ts';
import { Database } from '../../graph/state/database.ts';
import { SqlitePurseStore } from '../../graph/state/purses/sqlite-purse-store.ts';
import { StoreUnavailable } from '../../graph/state/store-unavailable.ts';
import { CommandFailure } from '../command-failure.ts';

/** The graph's own database in a data directory. */
export const graphDatabaseName = 'graph.sqlite';

/** Where a graph may run, and where it leaves its database when it does not. */
export interface GraphPlace {
  readonly url: string;
  readonly secret: string;
  readonly dataDir: string;
}

const timeoutMs = 20_000;

/**
 * The graph's own database as it is at this moment: of the graph that runs, else of the file that one left. Undefined
 * where there is none, or a Redis remembers instead.
 *
 * @throws {CommandFailure}
 */
export async function copyGraph({ url, secret, dataDir }: GraphPlace): Promise<Buffer | undefined> {
  const answer = await fetch(url.replace(/\/+$/, '') + backupPath, {
    method: 'POST',
    headers: { authorization: `Bearer ${backupToken(secret)}` },
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    if (error instanceof Error && error.name === 'TimeoutError')
      throw new CommandFailure(`the graph at ${url} did not answer within ${timeoutMs / 1000} s: try again.`);
    return undefined;
  });
  if (answer === undefined) return left(dataDir);
  if (answer.status === 204) return undefined;
  if (answer.ok) return Buffer.from(await answer.arrayBuffer());
  throw new CommandFailure(
    answer.status === 401
      ? `the graph at ${url} has another secret: run this with its data directory, or its KITH_SECRET.`
      : `what answers at ${url} gave no copy of a graph's database (status ${answer.status}); --graph names another.`,
  );
}

async function left(dataDir: string): Promise<Buffer | undefined> {
  const path = join(dataDir, graphDatabaseName);
  if (!existsSync(path)) return undefined;
  try {
    using database = new Database(path);
    // A graph that was killed has left its purses' last reservations in a file beside this one.
    await new SqlitePurseStore(database, Date.now, () => undefined).end();
    return database.copy();
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    throw new CommandFailure(`${error.message} Where it answers, --graph says.`);
  }
}
