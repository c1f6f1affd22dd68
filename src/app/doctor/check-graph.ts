import { DatabaseSync } from 'node:sqlite';
import { reasonOf } from '../../telemetry/reason.ts';
import { type BackedUpGraph, copyGraph, graphDatabaseName } from '../backup/graph-copy.ts';
import { CommandFailure } from '../command-failure.ts';
import { type Finding, ok, problem } from './finding.ts';

/** Checks a copy of the graph's own database: the file itself may be open in one process only. */
export async function checkGraph(graph: BackedUpGraph): Promise<Finding> {
  try {
    const copy = await copyGraph(graph, graphDatabaseName);
    if (copy === undefined) return ok('There is no graph database here.');
    // A database in memory cannot use WAL, so its header must not claim it.
    copy.fill(1, 18, 20);
    using sqlite = new DatabaseSync(':memory:');
    sqlite.deserialize(copy);
    const [result] = sqlite.prepare('PRAGMA integrity_check').all();
    const strays = sqlite.prepare('PRAGMA foreign_key_check').all().length;
    return result?.integrity_check === 'ok' && strays === 0
      ? ok(`The graph's database is intact (${Math.ceil(copy.length / 1024)} kB).`)
      : problem(
          `The graph's database is damaged (${result?.integrity_check}): restore a backup, and keep a copy of it.`,
        );
  } catch (error) {
    if (error instanceof CommandFailure) return problem(`The graph's database cannot be read: ${error.message}`);
    const reason = reasonOf(error);
    return problem(`The graph's database is damaged (${reason}): restore a backup, and keep a copy of it.`);
  }
}
