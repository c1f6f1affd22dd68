import { createHash } from 'node:crypto';
import { realpath, stat } from 'node:fs/promises';
import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';
import type { LinePlace } from './lines.ts';
import { emptySummary, type ImportSummary } from './summary.ts';

/** Progress of an import: everything before it is in the store. */
export interface Place {
  /** Index of the file, from 0. */
  readonly file: number;
  readonly line: LinePlace;
  /** Length of the side file. */
  readonly rejectBytes: number;
  readonly summary: ImportSummary;
}

export const start: Place = { file: 0, line: { number: 0, end: 0 }, rejectBytes: 0, summary: emptySummary };

interface ImportFile {
  readonly path: string;
  /** Its name in the side file. */
  readonly name: string;
  readonly bytes: number;
}

/** The files of one import, and the row of `setting` with its progress; undefined: it cannot be resumed. */
export interface Run {
  readonly files: readonly ImportFile[];
  readonly setting: string | undefined;
}

/**
 * Identifies a run by its files, unchanged, and its team.
 *
 * @throws the system's error if a file does not exist
 */
export async function runOf(
  paths: readonly string[],
  team: string | undefined,
  { names, resume }: { readonly names: ReadonlyMap<string, string>; readonly resume: boolean },
): Promise<Run> {
  const files = await Promise.all(
    paths.map(async (path) => {
      const { size, mtimeMs } = await stat(path);
      return { path, name: names.get(path) ?? path, bytes: size, identity: [await realpath(path), size, mtimeMs] };
    }),
  );
  const identity = JSON.stringify([team ?? null, files.map((file) => file.identity)]);
  const setting = `import:${createHash('sha256').update(identity).digest('hex')}`;
  return { files, setting: resume ? setting : undefined };
}

/** Progress of an interrupted run; undefined if there is none. */
export async function placeOf(db: Kysely<Database>, { setting }: Run): Promise<Place | undefined> {
  if (setting === undefined) return undefined;
  const row = await db.selectFrom('setting').select('value').where('name', '=', setting).executeTakeFirst();
  if (!row) return undefined;
  // Safe: only `keepPlace` writes these rows.
  const place: Place = JSON.parse(row.value);
  return { ...place, summary: { ...emptySummary, ...place.summary } };
}

export async function keepPlace(db: Kysely<Database>, { setting }: Run, place: Place): Promise<void> {
  if (setting === undefined) return;
  const value = JSON.stringify(place);
  await db
    .insertInto('setting')
    .values({ name: setting, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** Deletes the progress of a run that is complete. */
export async function forgetPlace(db: Kysely<Database>, { setting }: Run): Promise<void> {
  if (setting !== undefined) await db.deleteFrom('setting').where('name', '=', setting).execute();
}
