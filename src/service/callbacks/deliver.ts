import type { Kysely } from 'kysely';
import type { Database } from '../../store/database.ts';
import { type Outcome, retrySeconds, type SendOptions, send } from '../../webhooks/send.ts';
import type { ServiceContext } from '../context.ts';
import { type Attempt, type JobHandler, textOf } from '../jobs/job.ts';

/** Job handler that delivers one callback and records the outcome of each attempt. */
export const deliverCallback = (
  {
    store: { db },
    now,
    allowPrivateCallbacks,
    metrics,
  }: Pick<ServiceContext, 'store' | 'now' | 'allowPrivateCallbacks' | 'metrics'>,
  sending: Pick<SendOptions, 'timeoutMs' | 'lookup'> = {},
): JobHandler => ({
  retryAfter: retrySeconds,
  run: async (payload, attempt) => {
    const callback = await due(db, textOf(payload, 'callback_id'));
    if (!callback) return undefined;
    const { id, url, body, callback_secret: secret } = callback;
    const options = { ...sending, allowPrivate: allowPrivateCallbacks, signal: attempt.signal };
    const outcome = await send({ id, url, body, secret, sentAt: now() }, options);
    metrics?.add('kith.callbacks', 1, { 'kith.outcome': outcome.kind });
    await book(db, id, { outcome, attempt, at: now() });
    if (outcome.kind === 'failed') throw new Error(outcome.sentence);
    return undefined;
  },
});

/** The callback, unless it has been delivered or given up. */
const due = (db: Kysely<Database>, id: string) =>
  db
    .selectFrom('callback')
    .innerJoin('mapping_task', 'mapping_task.id', 'callback.task_id')
    .innerJoin('team', 'team.id', 'mapping_task.team_id')
    .select(['callback.id', 'callback.url', 'callback.body', 'team.callback_secret'])
    .where('callback.id', '=', id)
    .where('callback.next_attempt_at', 'is not', null)
    .executeTakeFirst();

interface Booking {
  readonly outcome: Outcome;
  readonly attempt: Attempt;
  readonly at: Date;
}

const book = (db: Kysely<Database>, id: string, { outcome, attempt, at }: Booking) =>
  db
    .updateTable('callback')
    .set((row) => ({
      attempts: row('attempts', '+', 1),
      last_outcome: outcome.sentence,
      delivered_at: outcome.kind === 'delivered' ? at : null,
      next_attempt_at: outcome.kind === 'failed' ? (attempt.retryAt ?? null) : null,
    }))
    .where('id', '=', id)
    .execute();
