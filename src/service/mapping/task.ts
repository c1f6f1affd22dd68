import { randomBytes } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { MappingStatus } from '../../contract/operation/network-mapper.ts';
import type { Database } from '../../store/database.ts';
import { releaseCallbacks, scheduleCallback } from '../callbacks/owed.ts';
import type { ServiceContext } from '../context.ts';
import type { Job } from '../jobs/job.ts';

/** Mapping tasks: `NotMapped` → `MappingInProgress` → `Mapped` or `MappingFailed`. */

/** A company's mapping counts as fresh for so long. */
const freshForMs = 24 * 3600 * 1000;

export const mapCompanyKind = 'map-company';

const mapCompanyJob = (taskId: string): Job => ({
  kind: mapCompanyKind,
  payload: { task_id: taskId },
  uniqueKey: `${mapCompanyKind}:${taskId}`,
});

type Tools = Pick<ServiceContext, 'store' | 'jobs' | 'now'>;

/** Whether the team's mapping of a company ended well, and not too long ago. */
export async function isFresh(db: Kysely<Database>, teamId: string, companyId: string, now: Date): Promise<boolean> {
  const task = await db
    .selectFrom('mapping_task')
    .select('id')
    .where('team_id', '=', teamId)
    .where('company_id', '=', companyId)
    .where('status', '=', 'Mapped')
    .where('finished_at', '>', new Date(now.getTime() - freshForMs))
    .executeTakeFirst();
  return task !== undefined;
}

export interface AskedMapping {
  readonly teamId: string;
  /** The key of the website. */
  readonly website: string;
  /** The company that has this website; undefined while none is known. */
  readonly companyId: string | undefined;
  readonly callbackUrl: string | undefined;
}

/** The id of the task that maps a company: the one that runs, or else a new one with its job. */
export function openTask({ store, jobs, now }: Tools, asked: AskedMapping): Promise<string> {
  return store.db.transaction().execute(async (trx) => {
    let id: string | undefined;
    // A new task fails to come about where another request's has just done so; that one is then found.
    do id = (await runningTask(trx, asked)) ?? (await newTask(trx, asked, now()));
    while (id === undefined);
    if (asked.callbackUrl !== undefined) await scheduleCallback(trx, id, asked.callbackUrl, now());
    await jobs.add(trx, mapCompanyJob(id));
    return id;
  });
}

/** Its row is locked, so that it can't end before what the request adds to it is there. */
async function runningTask(trx: Transaction<Database>, asked: AskedMapping): Promise<string | undefined> {
  const task = await trx
    .selectFrom('mapping_task')
    .select('id')
    .where('team_id', '=', asked.teamId)
    .where((row) => row.or([row('website', '=', asked.website), row('company_id', '=', asked.companyId ?? null)]))
    .where('status', 'in', ['NotMapped', 'MappingInProgress'])
    .orderBy('created_at')
    .forUpdate()
    .executeTakeFirst();
  return task?.id;
}

async function newTask(trx: Transaction<Database>, asked: AskedMapping, now: Date): Promise<string | undefined> {
  const task = await trx
    .insertInto('mapping_task')
    .values({
      id: randomBytes(18).toString('base64url'),
      team_id: asked.teamId,
      website: asked.website,
      company_id: asked.companyId ?? null,
      status: 'NotMapped',
      callback_url: asked.callbackUrl ?? null,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return task?.id;
}

/** Where a task stands: `Unknown` for one that this team does not have. */
export async function statusOf(db: Kysely<Database>, teamId: string, taskId: string): Promise<MappingStatus> {
  const task = await db
    .selectFrom('mapping_task')
    .select('status')
    .where('id', '=', taskId)
    .where('team_id', '=', teamId)
    .executeTakeFirst();
  return task?.status ?? 'Unknown';
}

/** Ends a task and makes its callbacks due, unless it has ended before. */
export function endTask(
  { store, jobs, now }: Tools,
  taskId: string,
  status: 'Mapped' | 'MappingFailed',
): Promise<void> {
  return store.db.transaction().execute(async (trx) => {
    const endedAt = now();
    const ended = await trx
      .updateTable('mapping_task')
      .set({ status, finished_at: endedAt })
      .where('id', '=', taskId)
      .where('status', 'in', ['NotMapped', 'MappingInProgress'])
      .returning('id')
      .executeTakeFirst();
    if (ended) await jobs.add(trx, ...(await releaseCallbacks(trx, { id: taskId, status, endedAt })));
  });
}
