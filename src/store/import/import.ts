import { resolve } from 'node:path';
import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';
import { settle } from '../record/settle.ts';
import { Refused } from '../team/refused.ts';
import { syncTags } from '../team/synced-tag.ts';
import { requireTeam } from '../team/team.ts';
import { batchesOf } from './entries.ts';
import { lineParser } from './parse-line.ts';
import { forgetPlace, placeOf, type Run, runOf, start } from './place.ts';
import { openSideFile } from './side-file.ts';
import type { ImportSummary } from './summary.ts';
import { writeBatch } from './write-batch.ts';

export interface ImportProgress {
  /** Of all files together. */
  readonly bytes: number;
  readonly totalBytes: number;
  readonly summary: ImportSummary;
}

export interface ImportOptions {
  /** Called after each committed batch. */
  readonly onProgress?: ((progress: ImportProgress) => void) | undefined;
  /** File for rejected lines, one JSON object `{file, line, reason}` per line; by default they are only counted. */
  readonly rejectFile?: string | undefined;
  /** Names of files in the side file, by path; default: the paths. */
  readonly names?: ReadonlyMap<string, string> | undefined;
  /** Resumes an interrupted import of the same files, and stores the position for the next time. Default: true. */
  readonly resume?: boolean | undefined;
  /** The team that owns the lists, tags and notes; without it, those in records are ignored. */
  readonly team?: string | undefined;
  /** Rejects lines with an invalid member, or with a slug of another record. Default: false. */
  readonly strict?: boolean | undefined;
  /** Ends the import after the current batch, with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

const hasChangedRecords = ({ touchedProfiles, companies, connections }: ImportSummary): boolean =>
  touchedProfiles + companies.added + companies.changed + connections > 0;

/** Bytes before a position in the run. */
const bytesBefore = ({ files }: Run, file: number, end: number): number =>
  files.slice(0, file).reduce((total, { bytes }) => total + bytes, end);

/**
 * Imports files of newline-delimited JSON (docs/import.md describes the lines). Invalid lines are recorded and skipped.
 * Resumes an interrupted import of the same files; importing them again changes nothing.
 *
 * Does not compute connections from careers: if `touchedProfiles` or `connections` is above 0, they are stale.
 *
 * @throws {Refused} `not-found` for an unknown team, `invalid` for a reject file that is also imported
 * @throws the system's error if a file cannot be read, the engine's if the store fails, the signal's reason
 * @example
 * const { profiles, rejected } = await importFiles(store, ['people.ndjson'], { rejectFile: 'rejected.ndjson' });
 */
export async function importFiles(
  { db }: { readonly db: Kysely<Database> },
  paths: readonly string[],
  { onProgress, rejectFile, names = new Map(), resume = true, team, strict = false, signal }: ImportOptions = {},
): Promise<ImportSummary> {
  if (rejectFile !== undefined && paths.some((path) => resolve(path) === resolve(rejectFile))) {
    throw new Refused('invalid', `--rejects: must be another file than those that are imported, but got ${rejectFile}`);
  }
  if (team !== undefined) await requireTeam(db, team);
  const run = await runOf(paths, team, { names, resume });
  let place = (await placeOf(db, run)) ?? start;
  await using sideFile = await openSideFile(rejectFile, place.rejectBytes);
  const parse = lineParser({ strict });
  for (const [index, file] of run.files.entries()) {
    if (index < place.file) continue;
    if (index > place.file) place = { ...place, file: index, line: start.line };
    for await (const batch of batchesOf(file.path, place.line, parse)) {
      place = await writeBatch({ db, run, sideFile, options: { team, strict } }, batch, place);
      onProgress?.({
        bytes: bytesBefore(run, index, place.line.end),
        totalBytes: bytesBefore(run, run.files.length, 0),
        summary: place.summary,
      });
      signal?.throwIfAborted();
    }
  }
  await forgetPlace(db, run);
  await syncTags(db);
  if (hasChangedRecords(place.summary)) await settle(db);
  return place.summary;
}
