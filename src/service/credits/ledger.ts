import { type Kysely, sql } from 'kysely';
import type { Operation } from '../../contract/operation/operation.ts';
import type { Database } from '../../store/database.ts';
import type { Caller } from '../endpoint.ts';
import { allowanceExceeded, OverageProtected } from './refusal.ts';

export interface Charge {
  readonly caller: Caller;
  readonly operation: Pick<Operation, 'name'>;
  /** 0 or more; 0 writes no row. */
  readonly credits: number;
  readonly requestId: string;
  readonly now: Date;
}

/**
 * Charges the paying team, or throws the 402 `Problem` and charges nothing. A child team's call is billed to its
 * partner, with the child on the row. Check and charge are one statement, so that concurrent calls cannot exceed the
 * allowance together; inside a transaction the charge is rolled back with it.
 *
 * @param anchorDay the paying team's, if it is known
 */
export async function chargeFor(db: Kysely<Database>, charge: Charge, anchorDay?: number): Promise<void> {
  if (charge.credits === 0) return;
  const { payerId } = charge.caller;
  const startsAt = periodStart(anchorDay ?? (await payerOf(db, payerId)).anchor_day, charge.now);
  if (await charged(db, charge, startsAt)) return;
  // Either the period has no row yet, or the allowance is used up. Once the row exists, only the latter remains.
  await db
    .insertInto('usage_period')
    .values({ team_id: payerId, starts_at: startsAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  if (await charged(db, charge, startsAt)) return;
  const { overage_allowed: allowsOverage } = await payerOf(db, payerId);
  throw allowsOverage ? new OverageProtected() : allowanceExceeded();
}

/** Credits that a team and its children have used in the billing period of `now`. */
export async function usageOf(db: Kysely<Database>, payerId: string, now: Date): Promise<number> {
  const payer = await payerOf(db, payerId);
  const period = await db
    .selectFrom('usage_period')
    .select('used')
    .where('team_id', '=', payerId)
    .where('starts_at', '=', periodStart(payer.anchor_day, now))
    .executeTakeFirst();
  return Number(period?.used ?? 0);
}

const payerOf = (db: Kysely<Database>, id: string) =>
  db.selectFrom('team').select(['anchor_day', 'overage_allowed']).where('id', '=', id).executeTakeFirstOrThrow();

/**
 * Whether the charge was booked. The allowance is read under the period row's lock, so a larger plan applies at once.
 */
async function charged(db: Kysely<Database>, charge: Charge, startsAt: Date): Promise<boolean> {
  const { caller, operation, credits, requestId, now } = charge;
  const childTeamId = caller.teamId === caller.payerId ? null : caller.teamId;
  const { rows } = await sql`
    with period as (
      update usage_period set used = used + ${credits}::bigint
      from team
      where team_id = ${caller.payerId}::uuid and starts_at = ${startsAt}::timestamptz and team.id = team_id
        and (allowance is null or (overage_allowed and not overage_protection) or used + ${credits}::bigint <= allowance)
      returning used, allowance
    )
    insert into charge (team_id, child_team_id, period_starts_at, operation, credits, overage, request_id, charged_at)
    select ${caller.payerId}::uuid, ${childTeamId}::uuid, ${startsAt}::timestamptz, ${operation.name}::text,
      ${credits}::integer, greatest(0, least(${credits}::bigint, used - coalesce(allowance, used))),
      ${requestId}::text, ${now}::timestamptz
    from period
    returning id`.execute(db);
  return rows.length > 0;
}

/** The last day of a month, 28 to 31; months count from 0 and may lie outside 0 to 11. */
const lastDay = (year: number, month: number): number => new Date(Date.UTC(year, month + 1, 0)).getUTCDate();

const startIn = (year: number, month: number, anchorDay: number): Date =>
  new Date(Date.UTC(year, month, Math.min(anchorDay, lastDay(year, month))));

/**
 * Start of the billing period of `now`: the latest anchor day, at midnight UTC, that is not after `now`. A month too
 * short for the anchor day (1 to 31) uses its last day. Ours: the specification says "billing cycle" only.
 */
function periodStart(anchorDay: number, now: Date): Date {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const start = startIn(year, month, anchorDay);
  return start <= now ? start : startIn(year, month - 1, anchorDay);
}
