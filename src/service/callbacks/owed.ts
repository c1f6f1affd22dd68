import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { MappingStatus } from '../../contract/operation/network-mapper.ts';
import type { Database } from '../../store/database.ts';
import type { Job } from '../jobs/job.ts';
import { badRequest } from '../problem.ts';
import { shown } from '../shown.ts';

/** The kind of job that delivers one callback. */
export const deliverCallbackKind = 'deliver-callback';

/** Limit of callback URLs per task: each is tried nine times, at a host of the caller's choice. */
const maxCallbacksPerTask = 20;

/**
 * Registers a callback for a task's end, inside the transaction that has locked the task. A URL is called once per
 * task. Throws a 400 `Problem` beyond the limit of URLs.
 */
export async function scheduleCallback(db: Kysely<Database>, taskId: string, url: string, now: Date): Promise<void> {
  const owed = await db.selectFrom('callback').select('url').where('task_id', '=', taskId).execute();
  if (owed.some((callback) => callback.url === url)) return;
  if (owed.length >= maxCallbacksPerTask)
    throw badRequest(
      `callback_url: must be one of the ${maxCallbacksPerTask} that the running task already calls, since it calls no ` +
        `more, but got ${shown(url)}`,
    );
  await db
    .insertInto('callback')
    .values({ id: randomUUID(), task_id: taskId, url, body: '', next_attempt_at: null, created_at: now })
    .execute();
}

/**
 * Writes the callbacks of a task that has ended and returns the jobs that deliver them. Runs in the transaction that
 * ends the task.
 */
export async function releaseCallbacks(
  db: Kysely<Database>,
  task: { readonly id: string; readonly status: MappingStatus; readonly endedAt: Date },
): Promise<readonly Job[]> {
  const due = await db
    .updateTable('callback')
    .set({ body: bodyOf(task), next_attempt_at: task.endedAt })
    .where('task_id', '=', task.id)
    .where('body', '=', '')
    .returning('id')
    .execute();
  return due.map(({ id }) => ({
    kind: deliverCallbackKind,
    payload: { callback_id: id },
    uniqueKey: `callback:${id}`,
  }));
}

const bodyOf = ({ id, status, endedAt }: Parameters<typeof releaseCallbacks>[1]): string =>
  JSON.stringify({
    type: status === 'Mapped' ? 'network_mapper.mapping.completed' : 'network_mapper.mapping.failed',
    timestamp: endedAt.toISOString(),
    data: { task_id: id, status },
  });
