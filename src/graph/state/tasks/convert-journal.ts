import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import Type from 'typebox';
import { parseJson } from '../../../contract/json.ts';
import { check } from '../../validate.ts';
import type { Database } from '../database.ts';
import { StoreUnavailable } from '../store-unavailable.ts';
import { migrateTables, nameHash } from './sqlite-tables.ts';
import { rankOf } from './status.ts';
import { IntentShape, ObservationShape, readResult, StartedTaskShape, TaskKeyShape } from './stored-values.ts';

/** A line of the log: what happened, in order. */
const EntryShape = Type.Union([
  Type.Object({ kind: Type.Literal('started'), task: StartedTaskShape }),
  Type.Object({ kind: Type.Literal('observed'), task: TaskKeyShape, observation: ObservationShape }),
  Type.Object({ kind: Type.Literal('intended'), name: Type.String(), intent: IntentShape, until: Type.Number() }),
  Type.Object({ kind: Type.Literal('settled'), name: Type.String() }),
]);

/** A file of `results/`, named by the SHA-256 of the result's name. */
const resultFile = /^([0-9a-f]{64})\.json$/;

/**
 * Moves a journal, the directory in which earlier versions remembered mapping tasks, into the database, and removes it.
 * Does nothing where there is none. What a crash interrupts is done again, to the same effect: the log goes last, so that a
 * directory without one is converted already, and only its removal is left to do. Its results are not read again then: a
 * purge may have removed people from the database since.
 *
 * @throws {StoreUnavailable} where a graph of an earlier version still runs on the directory
 */
export async function convertJournal(directory: string, database: Database): Promise<void> {
  const log = await readFile(join(directory, 'tasks.log'), 'utf8').catch(absent);
  if (log !== undefined) {
    await refuseOwned(directory);
    await convert(directory, log, database);
  }
  await removeJournal(directory);
}

/** Resolves once what the directory holds would survive a power cut in the database. */
async function convert(directory: string, log: string, database: Database): Promise<void> {
  migrateTables(database);
  database.transaction(() => {
    for (const line of log.split('\n')) convertLine(line, database);
  });
  const results = join(directory, 'results');
  for (const file of await readdir(results).catch(() => [])) {
    const name = resultFile.exec(file)?.[1];
    const text = await readFile(join(results, file), 'utf8');
    if (name === undefined || !readResult(text)) continue;
    const keptAt = Math.trunc((await stat(join(results, file))).mtimeMs);
    database.run`INSERT OR IGNORE INTO mapping_result (name, result, kept_at) VALUES (${name}, ${text}, ${keptAt})`;
  }
  await database.flush();
}

/** Removes the directory, which is the journal's alone, its log last. */
async function removeJournal(directory: string): Promise<void> {
  for (const entry of (await readdir(directory).catch(absent)) ?? [])
    if (entry !== 'tasks.log') await rm(join(directory, entry), { recursive: true });
  await rm(directory, { recursive: true, force: true });
}

/** A line that a crash cut short is left out. */
function convertLine(line: string, database: Database): void {
  const entry = parseJson(line);
  if (!check(EntryShape, entry)) return;
  if (entry.kind === 'settled') {
    database.run`DELETE FROM mapping_intent WHERE name = ${nameHash(entry.name)}`;
  } else if (entry.kind === 'intended') {
    database.run`INSERT OR REPLACE INTO mapping_intent (name, intent, until)
            VALUES (${nameHash(entry.name)}, ${JSON.stringify(entry.intent)}, ${Math.trunc(entry.until)})`;
  } else {
    const { owner, taskId } = entry.task;
    const at = entry.kind === 'started' ? entry.task.startedAt : entry.observation.observedAt;
    const started = entry.kind === 'started' ? JSON.stringify(entry.task) : null;
    database.run`
      INSERT INTO mapping_task (owner, task_id, started, touched_at)
      VALUES (${owner}, ${taskId}, ${started}, ${Date.parse(at) || 0})
      ON CONFLICT DO UPDATE SET
        started = coalesce(excluded.started, started), touched_at = max(touched_at, excluded.touched_at)`;
    if (entry.kind === 'started') return;
    const { status, observedAt } = entry.observation;
    database.run`INSERT OR IGNORE INTO mapping_observation (owner, task_id, rank, status, observed_at)
            VALUES (${owner}, ${taskId}, ${rankOf(status)}, ${status}, ${observedAt})`;
  }
}

/** The journal's lock was a file with its owner's process id. */
async function refuseOwned(directory: string): Promise<void> {
  const owner = Number(await readFile(join(directory, 'lock'), 'utf8').catch(absent));
  // A process of this very number is this one: the earlier owner was a previous start of the same container.
  if (owner !== process.pid && isAlive(owner))
    throw new StoreUnavailable(
      `The directory ${directory} must be out of use before this version of Kith converts it, but process ${owner} uses it.`,
    );
}

function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

const absent = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
};
