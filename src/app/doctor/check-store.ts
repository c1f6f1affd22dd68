import { type Kysely, sql } from 'kysely';
import type { Database } from '../../store/database.ts';
import type { Store } from '../../store/open.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

/** Checks an open store: consistency between tables, failed jobs, and settings of a PostgreSQL. */
export async function checkStore({ db, kind }: Pick<Store, 'db' | 'kind'>): Promise<readonly Finding[]> {
  return [
    ...(await recordsOf(db)),
    await ledgerOf(db),
    await jobsOf(db),
    ...(kind === 'postgres' ? await settingsOf(db) : []),
  ];
}

/** Reads every row and every index key, so that a damaged page fails or makes the counts differ. */
async function recordsOf(db: Kysely<Database>): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const table of ['profile', 'company'] as const) {
    const { rows } = await sql<{ records: number; keys: number; bytes: number; strays: number }>`
      select (select count(*) from ${sql.table(table)}) as records,
        (select count(id) from (select id from ${sql.table(table)} order by id) as ordered) as keys,
        (select coalesce(sum(length(document)), 0) from ${sql.table(table)}) as bytes,
        (select count(*) from ${sql.table(`${table}_name`)} as name
          where not exists (select from ${sql.table(table)} as record where record.id = name.record_id)) as strays`.execute(
      db,
    );
    const { records = 0, keys = 0, bytes = 0, strays = 0 } = rows[0] ?? {};
    findings.push(
      records === keys && strays === 0
        ? ok(`All ${records} records in table ${table} can be read (${Math.round(bytes / 2 ** 20)} MB of documents).`)
        : problem(
            `Table ${table} has ${records} records, ${keys} keys, and ${strays} names without a record: restore a backup, and keep a copy of the damaged store.`,
          ),
    );
  }
  return findings;
}

async function ledgerOf(db: Kysely<Database>): Promise<Finding> {
  const { rows } = await sql<{ periods: number; wrong: number }>`
    select count(*) as periods, count(*) filter (where used <> charged) as wrong from (
      select used, coalesce((select sum(credits) from charge
        where charge.team_id = usage_period.team_id and period_starts_at = starts_at), 0) as charged
      from usage_period) as period`.execute(db);
  const { periods = 0, wrong = 0 } = rows[0] ?? {};
  return wrong === 0
    ? ok(`The ledger adds up in all ${periods} billing periods.`)
    : problem(
        `The ledger does not add up in ${wrong} of ${periods} billing periods: restore a backup, and keep a copy of the damaged store.`,
      );
}

async function jobsOf(db: Kysely<Database>): Promise<Finding> {
  const { rows } = await sql<{ failed: number }>`select count(*) as failed from job where status = 'failed'`.execute(
    db,
  );
  const failed = rows[0]?.failed ?? 0;
  return failed === 0
    ? ok('No background job has failed.')
    : warning(`${failed} background jobs have failed: the log says why.`);
}

async function settingsOf(db: Kysely<Database>): Promise<readonly Finding[]> {
  const { rows } = await sql<{ fsync: string; pages: string; commit: string; version: number; encoding: string }>`
    select current_setting('fsync') as fsync, current_setting('full_page_writes') as pages,
      current_setting('synchronous_commit') as commit, current_setting('server_version_num')::integer as version,
      current_setting('server_encoding') as encoding`.execute(db);
  const { fsync, pages, commit, version = 0, encoding } = rows[0] ?? {};
  const major = Math.floor(version / 10_000);
  return [
    major >= 15
      ? ok(`PostgreSQL has version ${major}.`)
      : problem(`PostgreSQL 15 or later is required, found ${major}.`),
    encoding === 'UTF8'
      ? ok('The database is in UTF8.')
      : problem(`The database is in ${encoding}, but must be in UTF8.`),
    fsync === 'on' && pages === 'on'
      ? ok('PostgreSQL syncs what it writes.')
      : problem('PostgreSQL has fsync or full_page_writes off: a power cut can destroy the database. Turn both on.'),
    commit === 'off'
      ? warning('PostgreSQL has synchronous_commit off: a power cut can lose charges that were already confirmed.')
      : ok(`PostgreSQL commits are on disk before they are confirmed (synchronous_commit = ${commit}).`),
  ];
}
