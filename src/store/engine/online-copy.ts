import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { Checkpoints } from './checkpoints.ts';

/** Receives a copy's directories and files. Names are relative, with `/` as separator. */
export interface CopySink {
  directory(name: string): Promise<void>;
  file(name: string, content: AsyncIterable<Uint8Array>): Promise<void>;
}

/**
 * Copies a database while it is in use. The copy opens like the database of a killed process.
 *
 * @param atMoment runs while no statement does; the copy has the state of the moment at which it ends
 */
export type OnlineCopy = (into: CopySink, atMoment: () => Promise<void>) => Promise<void>;

/**
 * PostgreSQL's low-level backup: files are copied between start and stop even if they are torn. The log of that time,
 * and a label with its start, repair them when the copy is opened. Source: "Making a Base Backup Using the Low Level
 * API".
 */
export const onlineCopy =
  (directory: string, db: Kysely<Database>, checkpoints: Checkpoints): OnlineCopy =>
  (into, atMoment) =>
    checkpoints.without(async () => {
      const copy = (name: string) => into.file(name, contentOf(join(directory, name)));
      const start = await begin(db);
      let stopping: Promise<Stopped> | undefined;
      try {
        for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
          const name = relative(directory, join(entry.parentPath, entry.name)).split(sep).join('/');
          if (entry.isDirectory()) await into.directory(name);
          else if (entry.isFile() && !isLeftOut(name)) await copy(name).catch(unlessGone);
        }
        const { label, log } = await db.connection().execute(async (connection) => {
          await atMoment();
          stopping = stop(connection, start);
          return stopping;
        });
        for (const name of log)
          await copy(`pg_wal/${name}`).catch((error: unknown) => {
            throw isGone(error)
              ? new Error(
                  `The write-ahead log must be complete from ${log[0]} on, but ${name} is missing: back up again.`,
                )
              : error;
          });
        // Last, as PostgreSQL's own tools do.
        await copy('global/pg_control');
        await into.file('backup_label', Readable.from([Buffer.from(label)]));
      } finally {
        await (stopping ?? stop(db, start));
      }
    });

interface Stopped {
  readonly label: string;
  /** The log segments that the copy needs, without gaps. */
  readonly log: readonly string[];
}

/** Starts the backup; returns the start of the log that the copy needs. */
async function begin(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ start: string }>`select pg_backup_start('kith', true) as start`.execute(db);
  const [begun] = rows;
  if (begun === undefined) throw new Error('The database did not say where its backup begins.');
  return begun.start;
}

/** The stop position is exclusive: one at the start of a segment does not need that segment. */
async function stop(db: Kysely<Database>, start: string): Promise<Stopped> {
  const { rows } = await sql<Stopped>`
    with stopped as (select labelfile, lsn - '0/0'::pg_lsn as bytes from pg_backup_stop(false)),
      size as (select setting::numeric as bytes from pg_settings where name = 'wal_segment_size')
    select labelfile as label, array(
      select pg_walfile_name('0/0'::pg_lsn + (segment * size.bytes + 1))
      from generate_series(div(${start}::pg_lsn - '0/0'::pg_lsn, size.bytes), div(stopped.bytes - 1, size.bytes)) as segment
      order by segment) as log
    from stopped, size`.execute(db);
  const [stopped] = rows;
  if (stopped === undefined) throw new Error('The database did not say where its backup ends.');
  return stopped;
}

/** Excludes the log, which is copied later, and files of the running process. */
const isLeftOut = (name: string): boolean => /^(?:pg_wal\/|postmaster\.|global\/pg_control$)/.test(name);

/** Ignores files of tables dropped during the copy; the log contains the drop. */
function unlessGone(error: unknown): void {
  if (!isGone(error)) throw error;
}

/** Opens the file on the first read: a stream that fails before it has a reader would crash the process. */
async function* contentOf(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path);
}

const isGone = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';
