import { hash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { finalMappingStatuses } from '../contract/operation/network-mapper.ts';
import type { Operation } from '../contract/operation/operation.ts';
import type { Database } from '../store/database.ts';
import { canonical } from './canonical.ts';
import { badRequest, Problem } from './problem.ts';

/** `Idempotency-Key`: a request repeated within a day gets the first answer and has no effect. Ours. */

export const dayMs = 24 * 60 * 60 * 1000;
/** A request in flight for longer than this is considered lost with its process. */
const longestFlightMs = 2 * 60 * 1000;
const longestKey = 255;

/** Throws a 400 `Problem` for a key of the wrong length. */
export function checkKey(key: string): void {
  if (key.length === 0 || key.length > longestKey)
    throw badRequest(`idempotency-key: must be 1 to ${longestKey} characters long, but got ${key.length}`);
}

export const hashOf = (text: string): Buffer => hash('sha256', text, 'buffer');

export interface Idempotent {
  readonly operation: Operation;
  readonly teamId: string;
  readonly key: string;
  readonly request: unknown;
  readonly now: () => Date;
}

/** A successful answer, as JSON text. */
export interface Answered {
  readonly status: number;
  readonly text: string;
}

/** Stores a request's answer within a transaction, such as the one that charges for it. */
export type KeepAnswer = (trx: Kysely<Database>, answer: Answered) => Promise<void>;

/** An answer, and whether it is already stored. */
interface Acted extends Answered {
  readonly isKept: boolean;
}

/** `replayed`: the answer is a stored one, and is not charged again. */
export interface AnsweredOnce extends Answered {
  readonly replayed: boolean;
}

/**
 * Returns the answer stored for the key, or runs `act` and stores its answer. Throws a 409 `Problem` while the first
 * request is in flight, and a 422 if the key was used for another request. A failed request releases the key.
 */
export async function answerOnce(
  db: Kysely<Database>,
  sent: Idempotent,
  act: (keepIn: KeepAnswer) => Promise<Acted>,
): Promise<AnsweredOnce> {
  checkKey(sent.key);
  const bodyHash = hashOf(canonical(sent.request));
  const now = sent.now();
  if (!(await reserve(db, sent, bodyHash, now))) {
    const kept = await keptAnswer(db, sent, bodyHash);
    if (kept !== undefined) return { ...kept, replayed: true };
    await forget(db, sent);
    if (!(await reserve(db, sent, bodyHash, now))) throw inFlight();
  }
  let acted: Acted;
  try {
    acted = await act(async (trx, answer) => {
      // Another request has taken over the key, and with it the charge.
      if (!(await keep(trx, sent, now, answer))) throw inFlight();
    });
  } catch (error) {
    await forget(db, sent, now);
    throw error;
  }
  const { isKept, ...answer } = acted;
  if (!isKept) await keep(db, sent, now, answer);
  return { ...answer, replayed: false };
}

export const inFlight = (): Problem =>
  new Problem(409, ['idempotency-key: must not be used again before its first request is answered'], {
    'retry-after': '1',
  });

export const anotherBody = (): Problem =>
  new Problem(422, ['idempotency-key: must come with the same body as before, but got another']);

/** Reserves the key; false if it is taken. */
async function reserve(db: Kysely<Database>, sent: Idempotent, bodyHash: Uint8Array, now: Date): Promise<boolean> {
  await db
    .deleteFrom('idempotent_answer')
    .where((where) =>
      where.or([
        where('created_at', '<', new Date(now.getTime() - dayMs)),
        where.and([where('status', 'is', null), where('created_at', '<', new Date(now.getTime() - longestFlightMs))]),
      ]),
    )
    .execute();
  const inserted = await db
    .insertInto('idempotent_answer')
    .values({
      team_id: sent.teamId,
      operation: sent.operation.name,
      key: sent.key,
      body_hash: bodyHash,
      status: null,
      answer: null,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** The stored answer; undefined if it is out of date: a 202 whose task has ended. */
async function keptAnswer(db: Kysely<Database>, sent: Idempotent, bodyHash: Uint8Array): Promise<Answered | undefined> {
  const kept = await db
    .selectFrom('idempotent_answer')
    .select(['body_hash', 'status', 'answer'])
    .where('team_id', '=', sent.teamId)
    .where('operation', '=', sent.operation.name)
    .where('key', '=', sent.key)
    .executeTakeFirst();
  if (kept === undefined) throw inFlight();
  if (Buffer.compare(kept.body_hash, bodyHash) !== 0) throw anotherBody();
  if (kept.status === null || kept.answer === null) throw inFlight();
  if (kept.status === 202 && (await isOver(db, kept.answer))) return undefined;
  return { status: kept.status, text: kept.answer };
}

async function isOver(db: Kysely<Database>, answer: string): Promise<boolean> {
  const body: unknown = JSON.parse(answer);
  if (typeof body !== 'object' || body === null || !('task_id' in body) || typeof body.task_id !== 'string')
    return false;
  const task = await db.selectFrom('mapping_task').select('status').where('id', '=', body.task_id).executeTakeFirst();
  return task === undefined || finalMappingStatuses.includes(task.status);
}

/**
 * Stores the answer if the reservation is still this request's, which `reservedAt` identifies: one that looks lost may
 * have been taken over. Returns whether it was.
 */
async function keep(
  db: Kysely<Database>,
  sent: Idempotent,
  reservedAt: Date,
  { status, text }: Answered,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('idempotent_answer')
    .set({ status, answer: text })
    .where('team_id', '=', sent.teamId)
    .where('operation', '=', sent.operation.name)
    .where('key', '=', sent.key)
    .where('created_at', '=', reservedAt)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function forget(db: Kysely<Database>, sent: Idempotent, reservedAt?: Date) {
  await db
    .deleteFrom('idempotent_answer')
    .where('team_id', '=', sent.teamId)
    .where('operation', '=', sent.operation.name)
    .where('key', '=', sent.key)
    .where('created_at', reservedAt === undefined ? 'is not' : '=', reservedAt ?? null)
    .execute();
}
