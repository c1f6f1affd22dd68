import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { Checkpoints } from './checkpoints.ts';

/** Takes in what a copy consists of; names are relative, with `/` between their parts. */
export interface CopySink {
  directory(name: string): Promise<void>;
  file(name: string, content: AsyncIterable<Uint8Array>): Promise<void>;
}

/**
 * Copies a database while it is in use. The copy opens as the database of a killed process does.
 *
 * @param atMoment runs while no statement does: the copy is of the moment at which it ends
 */
export type OnlineCopy = (into: CopySink, atMoment: () => Promise<void>) => Promise<void>;

/**
 * PostgreSQL's own way ("making a base backup using the low level API"): files are copied as they are, torn ones too,
 * between start and stop. The log written in between, and a label that says where it begins, make them whole when the
 * copy is opened.
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
        // As PostgreSQL's own tools do, last.
        await copy('global/pg_control');
        await into.file('backup_label', Readable.from([Buffer.from(label)]));
      } finally {
        await (stopping ?? stop(db, start));
      }
    });

interface Stopped {
  readonly label: string;
  /** The segments of the log that the copy needs, without a gap. */
  readonly log: readonly string[];
}

/** Where the log begins that the copy needs. */
async function begin(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ start: string }>`select pg_backup_start('kith', true) as start`.execute(db);
  const [begun] = rows;
  if (begun === undefined) throw new Error('The database did not say where its backup begins.');
  return begun.start;
}

/** The log ends before the position of the stop: one at the very end of a segment does not need the next. */
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

/** Of the log, only what belongs to the copy; of the process that runs, nothing. */
const isLeftOut = (name: string): boolean => /^(?:pg_wal\/|postmaster\.|global\/pg_control$)/.test(name);

/** A table that was dropped during the copy: the log says so, too. */
function unlessGone(error: unknown): void {
  if (!isGone(error)) throw error;
}

/** Opens the file when it is read: a stream that fails before it has a reader would end the process. */
async function* contentOf(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path);
}

const isGone = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';
