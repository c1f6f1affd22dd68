import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Operation } from '../../contract/operation/operation.ts';
import type { Database } from '../../store/database.ts';
import type { Caller } from '../endpoint.ts';
import { periodStart } from './period.ts';
import { allowanceExceeded, OverageProtected } from './refusal.ts';

export interface Charge {
  readonly caller: Caller;
  readonly operation: Pick<Operation, 'name'>;
  /** 0 or more; 0 leaves no row. */
  readonly credits: number;
  readonly requestId: string;
  readonly now: Date;
}

/** What a charge goes by of the team that pays. */
export interface Payer {
  readonly anchor_day: number;
  readonly overage_allowed: boolean;
}

/** What is read with the payer, and written with the charge, so that it costs no statement of its own. */
export interface Alongside {
  readonly payer: Payer;
  /** An `insert` of what it selects from the one row of `period`, if the charge is booked; it returns a row where it did. */
  readonly insert: RawBuilder<unknown>;
  /** What to throw where it did not. */
  readonly refused: () => Error;
}

/**
 * Charges the paying team, or throws the 402 `Problem` and charges nothing. A child team's call bills its partner and
 * keeps the child on the row. The check against the allowance and the charge are one statement, so that calls at once
 * can never together pass the limit; inside a transaction the charge stands or falls with it.
 */
export async function chargeFor(db: Kysely<Database>, charge: Charge, alongside?: Alongside): Promise<void> {
  if (charge.credits === 0) return;
  const payer = alongside?.payer ?? (await payerOf(db, charge.caller.payerId));
  const startsAt = periodStart(payer.anchor_day, charge.now);
  if (await charged(db, charge, startsAt, alongside)) return;
  // Either the period has no row yet, or the allowance does not allow it: with the row in place it is the latter.
  await db
    .insertInto('usage_period')
    .values({ team_id: charge.caller.payerId, starts_at: startsAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  if (await charged(db, charge, startsAt, alongside)) return;
  throw payer.overage_allowed ? new OverageProtected() : allowanceExceeded();
}

/** Credits that a team, its children included, has consumed in the billing period that holds `now`. */
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

/** Whether the charge was booked. The allowance is read under the period row's lock, so a plan that grows counts at once. */
async function charged(
  db: Kysely<Database>,
  charge: Charge,
  startsAt: Date,
  alongside: Alongside | undefined,
): Promise<boolean> {
  const { caller, operation, credits, requestId, now } = charge;
  const childTeamId = caller.teamId === caller.payerId ? null : caller.teamId;
  const period = sql`
    period as (
      update usage_period set used = used + ${credits}::bigint
      from team
      where team_id = ${caller.payerId}::uuid and starts_at = ${startsAt}::timestamptz and team.id = team_id
        and (allowance is null or (overage_allowed and not overage_protection) or used + ${credits}::bigint <= allowance)
      returning used, allowance
    )`;
  const booking = sql`
    insert into charge (team_id, child_team_id, period_starts_at, operation, credits, overage, request_id, charged_at)
    select ${caller.payerId}::uuid, ${childTeamId}::uuid, ${startsAt}::timestamptz, ${operation.name}::text,
      ${credits}::integer, greatest(0, least(${credits}::bigint, used - coalesce(allowance, used))),
      ${requestId}::text, ${now}::timestamptz
    from period
    returning id`;
  if (alongside === undefined) {
    const { rows } = await sql`with ${period} ${booking}`.execute(db);
    return rows.length > 0;
  }
  const { rows } = await sql<{ booked: boolean; kept: boolean }>`
    with ${period}, booked as (${booking}), kept as (${alongside.insert})
    select exists (select from booked) as booked, exists (select from kept) as kept`.execute(db);
  const { booked = false, kept = false } = rows[0] ?? {};
  if (booked && !kept) throw alongside.refused();
  return booked;
}
