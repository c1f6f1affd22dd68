import { randomUUID } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import type { Database, TeamTable } from '../database.ts';
import { inTransaction } from '../record/transaction.ts';
import { newCallbackSecret } from './callback-secret.ts';
import { putMember } from './member.ts';
import { Refused, unknownTeam } from './refused.ts';

/** A team's permissions and plan; undefined members have their defaults. */
export interface Plan {
  /** Whether the team has the partner permission. Default: false. */
  readonly isPartner?: boolean | undefined;
  /** Whether the plan includes API access. Default: true. */
  readonly apiAccess?: boolean | undefined;
  /** Credits per period, 0 or more; null (the default): unlimited. */
  readonly allowance?: number | null | undefined;
  /** Whether use beyond the allowance is billed rather than refused. Default: true. */
  readonly overageAllowed?: boolean | undefined;
  /** Whether use beyond the allowance is refused even though the plan would bill it. Default: false. */
  readonly overageProtection?: boolean | undefined;
  /** The day of the month that a period starts on, 1 to 31. Default: 1. */
  readonly anchorDay?: number | undefined;
}

export interface NewTeam extends Plan {
  /** Default: a random uuid. */
  readonly id?: string | undefined;
  readonly name: string;
  /** Optional for a child team, which then gets the partner's owners. */
  readonly ownerEmail?: string | undefined;
  /** Makes this a child team of the partner. */
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
 * Creates a team with its owner.
 *
 * @throws {Refused} `name-taken` if the partner has a child team of that name; `not-permitted` if the partner lacks the
 * partner permission; `invalid` for a plan out of bounds or a team without an owner
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
 * Changes the given members of a team's name and plan.
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

/** All teams by name, partners before their children; without callback secrets. */
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
