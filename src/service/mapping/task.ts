import { randomBytes } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { MappingStatus } from '../../contract/operation/network-mapper.ts';
import type { Database } from '../../store/database.ts';
import { releaseCallbacks, scheduleCallback } from '../callbacks/owed.ts';
import type { ServiceContext } from '../context.ts';
import type { Job } from '../jobs/job.ts';

/** Mapping tasks: `NotMapped` → `MappingInProgress` → `Mapped` or `MappingFailed`. */

/** How long a company's mapping is fresh. */
const freshForMs = 24 * 3600 * 1000;

export const mapCompanyKind = 'map-company';

const mapCompanyJob = (taskId: string): Job => ({
  kind: mapCompanyKind,
  payload: { task_id: taskId },
  uniqueKey: `${mapCompanyKind}:${taskId}`,
});

type Tools = Pick<ServiceContext, 'store' | 'jobs' | 'now'>;

/** Whether the team's mapping of a company succeeded within the last day. */
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
  /** The website's lookup key. */
  readonly website: string;
  /** The company with this website; undefined if it is unknown. */
  readonly companyId: string | undefined;
  readonly callbackUrl: string | undefined;
}

/** Returns the id of a company's mapping task: the running one, or a new one with its job. */
export function openTask({ store, jobs, now }: Tools, asked: AskedMapping): Promise<string> {
  return store.db.transaction().execute(async (trx) => {
    let id: string | undefined;
    // The insert does nothing if a concurrent request has just inserted a task; the loop then finds that one.
    do id = (await runningTask(trx, asked)) ?? (await newTask(trx, asked, now()));
    while (id === undefined);
    if (asked.callbackUrl !== undefined) await scheduleCallback(trx, id, asked.callbackUrl, now());
    await jobs.add(trx, mapCompanyJob(id));
    return id;
  });
}

/** Locks the row, so that the task cannot end before the request has registered its callback. */
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

/** A task's status; `Unknown` if the team has no such task. */
export async function statusOf(db: Kysely<Database>, teamId: string, taskId: string): Promise<MappingStatus> {
  const task = await db
    .selectFrom('mapping_task')
    .select('status')
    .where('id', '=', taskId)
    .where('team_id', '=', teamId)
    .executeTakeFirst();
  return task?.status ?? 'Unknown';
}

/** Ends a task and queues its callbacks; does nothing if it has already ended. */
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
