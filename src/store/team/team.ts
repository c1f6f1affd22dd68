import { randomUUID } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import type { Database, TeamTable } from '../database.ts';
import { inTransaction } from '../record/transaction.ts';
import { newCallbackSecret } from './callback-secret.ts';
import { putMember } from './member.ts';
import { Refused, unknownTeam } from './refused.ts';

/** What a team may do and what it pays for; what is left undefined takes the default. */
export interface Plan {
  /** Holds the partner permission. Default: false. */
  readonly isPartner?: boolean | undefined;
  /** The plan includes API access. Default: true. */
  readonly apiAccess?: boolean | undefined;
  /** Credits a period, 0 or more; null (the default): no limit. */
  readonly allowance?: number | null | undefined;
  /** Use beyond the allowance is billed rather than refused. Default: true. */
  readonly overageAllowed?: boolean | undefined;
  /** Refuses what the plan would bill as overage. Default: false. */
  readonly overageProtection?: boolean | undefined;
  /** The day of the month that a period starts on, 1 to 31. Default: 1. */
  readonly anchorDay?: number | undefined;
}

export interface NewTeam extends Plan {
  /** Default: a random uuid. */
  readonly id?: string | undefined;
  readonly name: string;
  /** May be left out under a partner, whose owners then own the team. */
  readonly ownerEmail?: string | undefined;
  /** Makes this a child team of that partner. */
  readonly partnerId?: string | undefined;
}

const isWhole = (value: number, least: number, most: number) =>
  Number.isSafeInteger(value) && value >= least && value <= most;

function planColumns(plan: Plan) {
  const { allowance, anchorDay } = plan;
  if (typeof allowance === 'number' && !isWhole(allowance, 0, Number.MAX_SAFE_INTEGER)) {
    throw new Refused('invalid', `allowance: must be a whole number from 0, but got ${allowance}`);
  }
  if (anchorDay !== undefined && !isWhole(anchorDay, 1, 31)) {
    throw new Refused('invalid', `anchor_day: must be between 1 and 31, but got ${anchorDay}`);
  }
  return {
    ...(plan.isPartner === undefined ? {} : { is_partner: plan.isPartner }),
    ...(plan.apiAccess === undefined ? {} : { api_access: plan.apiAccess }),
    ...(allowance === undefined ? {} : { allowance }),
    ...(plan.overageAllowed === undefined ? {} : { overage_allowed: plan.overageAllowed }),
    ...(plan.overageProtection === undefined ? {} : { overage_protection: plan.overageProtection }),
    ...(anchorDay === undefined ? {} : { anchor_day: anchorDay }),
  };
}

async function takeOverOwners(trx: Kysely<Database>, partnerId: string, teamId: string): Promise<void> {
  await trx
    .insertInto('member')
    .columns(['team_id', 'account_id', 'role'])
    .expression((from) =>
      from
        .selectFrom('member')
        .select((select) => [select.val(teamId).as('team_id'), 'account_id', 'role'])
        .where('team_id', '=', partnerId)
        .where('role', '=', 'owner'),
    )
    .execute();
}

/**
 * Makes a team with its owner.
 *
 * @throws {Refused} `name-taken` if the partner has a child team of that name; `not-permitted` if the team above holds
 *   no partner permission; `invalid` for a plan out of bounds or a team that nobody would own
 */
export function createTeam(db: Kysely<Database>, team: NewTeam): Promise<{ readonly id: string }> {
  const { name, ownerEmail, partnerId } = team;
  return inTransaction(db, async (trx) => {
    if (partnerId !== undefined) {
      const partner = await trx.selectFrom('team').select('is_partner').where('id', '=', partnerId).executeTakeFirst();
      if (!partner?.is_partner) {
        throw new Refused('not-permitted', `partner: the team "${partnerId}" does not have the partner permission`);
      }
    } else if (ownerEmail === undefined) {
      throw new Refused('invalid', 'owner_email: must be given for a team that is not a child team, but got nothing');
    }
    const made = await trx
      .insertInto('team')
      .values({
        id: team.id ?? randomUUID(),
        name,
        partner_id: partnerId ?? null,
        allowance: null,
        callback_secret: newCallbackSecret(),
        ...planColumns(team),
      })
      .onConflict((conflict) =>
        conflict.columns(['partner_id', 'name']).where('partner_id', 'is not', null).doNothing(),
      )
      .returning('id')
      .executeTakeFirst();
    if (!made) throw new Refused('name-taken', `team_name: must be unique under its partner, but "${name}" is taken`);
    if (ownerEmail !== undefined) await putMember(trx, { teamId: made.id, email: ownerEmail, role: 'owner' });
    else if (partnerId !== undefined) await takeOverOwners(trx, partnerId, made.id);
    return made;
  });
}

/**
 * Changes what is given of a team's name and plan, and leaves the rest.
 *
 * @throws {Refused} `not-found`, or `invalid` for a plan out of bounds
 */
export async function updateTeam(
  db: Kysely<Database>,
  teamId: string,
  changes: Plan & { readonly name?: string | undefined },
): Promise<void> {
  const { name } = changes;
  const row = await db
    .updateTable('team')
    .set({ id: teamId, ...planColumns(changes), ...(name === undefined ? {} : { name }) })
    .where('id', '=', teamId)
    .returning('id')
    .executeTakeFirst();
  if (!row) throw unknownTeam(teamId);
}

/** Every team, partners before their children, each by name; without the callback secret. */
export function listTeams(db: Kysely<Database>): Promise<readonly Omit<Selectable<TeamTable>, 'callback_secret'>[]> {
  return db
    .selectFrom('team')
    .select([
      'id',
      'name',
      'partner_id',
      'is_partner',
      'api_access',
      'allowance',
      'overage_allowed',
      'overage_protection',
      'anchor_day',
      'created_at',
    ])
    .orderBy((order) => order.fn.coalesce('partner_id', 'id'))
    .orderBy((order) => order('partner_id', 'is not', null))
    .orderBy('name')
    .execute();
}

/** @throws {Refused} `not-found` for an unknown team */
export async function requireTeam(db: Kysely<Database>, id: string): Promise<void> {
  const found = await db.selectFrom('team').select('id').where('id', '=', id).executeTakeFirst();
  if (!found) throw unknownTeam(id);
}
