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
 * between start and stop. The log written meanwhile, and a label that says where it begins, make them whole when the
 * copy is opened.
 */
export const onlineCopy =
  (directory: string, db: Kysely<Database>, checkpoints: Checkpoints): OnlineCopy =>
  (into, atMoment) =>
    checkpoints.without(async () => {
      const copy = (name: string) => into.file(name, createReadStream(join(directory, name)));
      await sql`select pg_backup_start('kith', true)`.execute(db);
      let stopping: Promise<Stopped> | undefined;
      try {
        for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
          const name = relative(directory, join(entry.parentPath, entry.name)).split(sep).join('/');
          if (entry.isDirectory()) await into.directory(name);
          else if (entry.isFile() && !isLeftOut(name)) await copy(name).catch(unlessGone);
        }
        const { label, last } = await db.connection().execute(async (connection) => {
          await atMoment();
          stopping = stop(connection);
          return stopping;
        });
        const log = await readdir(join(directory, 'pg_wal'));
        for (const name of log.filter((one) => isSegment(one) && one <= last)) await copy(`pg_wal/${name}`);
        // As PostgreSQL's own tools do, last.
        await copy('global/pg_control');
        await into.file('backup_label', Readable.from([Buffer.from(label)]));
      } finally {
        await (stopping ?? stop(db));
      }
    });

interface Stopped {
  readonly label: string;
  /** The last segment of the log that the copy needs. */
  readonly last: string;
}

async function stop(db: Kysely<Database>): Promise<Stopped> {
  const { rows } = await sql<Stopped>`
    select labelfile as label, pg_walfile_name(lsn) as last from pg_backup_stop(false)`.execute(db);
  const [stopped] = rows;
  if (stopped === undefined) throw new Error('The database did not say where its backup ends.');
  return stopped;
}

/** Of the log, only what belongs to the copy; of the process that runs, nothing. */
const isLeftOut = (name: string): boolean => /^(?:pg_wal\/|postmaster\.|global\/pg_control$)/.test(name);

const isSegment = (name: string): boolean => /^[0-9A-F]{24}$/.test(name);

/** A table that was dropped meanwhile: the log says so, too. */
function unlessGone(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
}
