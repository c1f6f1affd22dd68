import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { Store } from '../open.ts';

/** Tables with personal data, or answers that contain it. */
const tables = [
  'profile',
  'profile_name',
  'profile_element',
  'profile_ordinal',
  'employment',
  'schooling',
  'company',
  'company_name',
  'company_element',
  'company_website',
  'investment',
  'direct_connection',
  'manual_tie',
  'thin_profile',
  'connector',
  'connection',
  'manual_strength',
  'profile_list_entry',
  'profile_tag',
  'synced_tag',
  'note',
  'job',
  'idempotent_answer',
  'keyed_charge',
  'search_snapshot',
  'search_outbox',
] as const satisfies readonly (keyof Database)[];

/** Settings of the connection while it erases. PostgreSQL lets few of its users change the latter two. */
const settings = {
  pglite: ['statement_timeout', 'allow_system_table_mods', 'wal_recycle'],
  postgres: ['statement_timeout'],
} as const;

/** Bounds a loop that normally ends after a few rounds. */
const maxSegments = 1_000;

/**
 * Erases deleted rows from disk as far as possible. The embedded engine rewrites its tables, with the statistics, which
 * quote values, and removes the old log. Returns sentences about the data that a PostgreSQL retains; for the embedded
 * engine there are none.
 */
export async function erase({ db, kind }: Pick<Store, 'db' | 'kind'>): Promise<readonly string[]> {
  return db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    try {
      return kind === 'pglite' ? await rewrite(connection) : await clean(connection);
    } finally {
      for (const setting of settings[kind]) await sql`reset ${sql.raw(setting)}`.execute(connection);
    }
  });
}

async function rewrite(db: Kysely<Database>): Promise<readonly string[]> {
  // Statistics quote values, and an analyze would not replace those of a table that is now empty.
  await sql`set allow_system_table_mods = on`.execute(db);
  await sql`delete from pg_statistic where starelid = any(${[...tables]}::regclass[])`.execute(db);
  await sql`vacuum (full, analyze) ${sql.join(tables.map((table) => sql.table(table)))}`.execute(db);
  await sql`vacuum full pg_statistic`.execute(db);
  // A recycled log segment still contains its old data.
  await sql`set wal_recycle = off`.execute(db);
  for (let round = 0; round < maxSegments; round += 1) {
    await sql`select pg_logical_emit_message(false, 'kith', '')`.execute(db);
    await sql`select pg_switch_wal()`.execute(db);
    await sql`checkpoint`.execute(db);
    const { rows } = await sql<{ others: number }>`
      select count(*)::integer as others from pg_ls_waldir() where name ~ '^[0-9A-F]{24}$'
        and name <> pg_walfile_name(pg_current_wal_insert_lsn())`.execute(db);
    if (rows[0]?.others === 0) return [];
  }
  throw new Error(
    `The write-ahead log must be down to one segment, but it had more after ${maxSegments} checkpoints: forget again.`,
  );
}

async function clean(db: Kysely<Database>): Promise<readonly string[]> {
  await sql`vacuum (analyze) ${sql.join(tables.map((table) => sql.table(table)))}`.execute(db);
  const { rows } = await sql<{ lsn: string; segment: string; archive: string; slots: number; replicas: number }>`
    select pg_current_wal_lsn()::text as lsn, pg_walfile_name(pg_current_wal_lsn()) as segment,
      current_setting('archive_mode') as archive,
      (select count(*)::integer from pg_replication_slots) as slots,
      (select count(*)::integer from pg_stat_replication) as replicas`.execute(db);
  const { lsn, segment, archive, slots = 0, replicas = 0 } = rows[0] ?? {};
  return [
    'Free space in the tables’ files contains the deleted data until it is overwritten: "vacuum full" rewrites the files.',
    `The write-ahead log up to ${segment} (${lsn}) contains it until PostgreSQL removes these segments` +
      `${slots > 0 ? `, which ${slots} replication slots may delay` : ''}.`,
    ...(archive === 'off' ? [] : [`Archived segments up to ${segment} (archive_mode = ${archive}) contain it.`]),
    ...(replicas > 0 ? [`The files of ${replicas} replicas contain it in the same way.`] : []),
    `Backups that began before ${new Date().toISOString()} contain it: after restoring one, forget the same people again.`,
  ];
}
