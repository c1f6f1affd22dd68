import { type Kysely, sql } from 'kysely';
import type { Database } from '../../store/database.ts';
import { columnList, rowsAs } from '../../store/record/rows.ts';
import type { Job } from './job.ts';

/** Statements on table `job`, which run on both engines. */

export interface TakenJob {
  readonly id: number;
  readonly kind: string;
  readonly payload: string;
  readonly unique_key: string | null;
  /** Number of this attempt, from 1 on. Doubles as a fencing token: statements apply only while it is unchanged. */
  readonly attempts: number;
}

const columns = { kind: 'text', payload: 'text', unique_key: 'text' };

/** Inserts jobs, except those whose unique key an open job already has. */
export async function insertJobs(db: Kysely<Database>, jobs: readonly Job[], runAt: Date): Promise<void> {
  if (jobs.length === 0) return;
  const rows = jobs.map(({ kind, payload, uniqueKey }) => ({
    kind,
    payload: JSON.stringify(payload),
    unique_key: uniqueKey ?? null,
  }));
  await sql`insert into job (${columnList(columns)}, run_at, created_at)
    select ${columnList(columns)}, ${runAt}::timestamptz, ${runAt}::timestamptz from ${rowsAs(columns, rows)}
    on conflict do nothing`.execute(db);
}

/** Takes the job that has waited longest; one with an expired lease counts as waiting. */
export async function takeJob(
  db: Kysely<Database>,
  {
    kinds,
    held,
    now,
    leasedUntil,
  }: { kinds: readonly string[]; held: readonly number[]; now: Date; leasedUntil: Date },
): Promise<TakenJob | undefined> {
  const { rows } = await sql<TakenJob>`
    update job set status = 'running', attempts = attempts + 1, leased_until = ${leasedUntil}::timestamptz
    where id = (
      select id from job
      where status in ('waiting', 'running') and run_at <= ${now}::timestamptz
        and (status = 'waiting' or leased_until <= ${now}::timestamptz)
        and kind = any(${kinds}::text[]) and id <> all(${held}::bigint[])
      order by run_at, id limit 1
      for update skip locked
    )
    returning id, kind, payload, unique_key, attempts`.execute(db);
  return rows[0];
}

/** When the next job that this queue can take is due; undefined if there is none. */
export async function nextDue(
  db: Kysely<Database>,
  { kinds, held }: { kinds: readonly string[]; held: readonly number[] },
): Promise<Date | undefined> {
  const { rows } = await sql<{ due: Date | null }>`
    select min(case status when 'waiting' then run_at else leased_until end) as due from job
    where status in ('waiting', 'running') and kind = any(${kinds}::text[]) and id <> all(${held}::bigint[])`.execute(
    db,
  );
  return rows[0]?.due ?? undefined;
}

const held = (db: Kysely<Database>, job: TakenJob) =>
  db.updateTable('job').where('id', '=', job.id).where('attempts', '=', job.attempts).where('status', '=', 'running');

export const renewLease = (db: Kysely<Database>, job: TakenJob, leasedUntil: Date) =>
  held(db, job).set({ leased_until: leasedUntil }).execute();

export const finishJob = (db: Kysely<Database>, job: TakenJob, now: Date) =>
  held(db, job).set({ status: 'done', leased_until: null, last_error: null, finished_at: now }).execute();

/** Ends a job and adds its continuation at the end of the queue. */
export const continueJob = (db: Kysely<Database>, job: TakenJob, now: Date) =>
  db.transaction().execute(async (trx) => {
    const [ended] = await finishJob(trx, job, now);
    if (ended?.numUpdatedRows !== 1n) return;
    const { kind, payload, unique_key } = job;
    await trx.insertInto('job').values({ kind, payload, unique_key, run_at: now, created_at: now }).execute();
  });

export const retryJob = (db: Kysely<Database>, job: TakenJob, runAt: Date, error: string) =>
  held(db, job).set({ status: 'waiting', leased_until: null, run_at: runAt, last_error: error }).execute();

/** Requeues an interrupted job; the attempt is not counted. */
export const returnJob = (db: Kysely<Database>, job: TakenJob) =>
  held(db, job)
    .set({ status: 'waiting', leased_until: null, attempts: job.attempts - 1 })
    .execute();

export const failJob = (db: Kysely<Database>, job: TakenJob, now: Date, error: string) =>
  held(db, job).set({ status: 'failed', leased_until: null, last_error: error, finished_at: now }).execute();

/** Expires the leases of running jobs. Only for a store owned by one process: whatever process ran them has ended. */
export const releaseLeases = (db: Kysely<Database>) =>
  db
    .updateTable('job')
    .set({ leased_until: new Date(0) })
    .where('status', '=', 'running')
    .execute();

/** Deletes jobs done before a moment; failed ones remain for inspection. */
export const pruneJobs = (db: Kysely<Database>, before: Date) =>
  db.deleteFrom('job').where('status', '=', 'done').where('finished_at', '<', before).execute();

/** Number of waiting jobs, due or not. */
export async function countWaiting(db: Kysely<Database>): Promise<number> {
  const { waiting } = await db
    .selectFrom('job')
    .select((row) => row.fn.countAll<number>().as('waiting'))
    .where('status', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return Number(waiting);
}
