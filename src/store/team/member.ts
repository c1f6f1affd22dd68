import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';
import { inTransaction } from '../record/transaction.ts';
import { Refused, unknownTeam } from './refused.ts';

export const roles = ['owner', 'admin', 'member'] as const;
export type Role = (typeof roles)[number];

/** An e-mail address in its comparison form, which ignores case. */
export function emailKey(email: string): string {
  const key = email.trim().toLowerCase();
  if (!/^[^\s@]+@[^\s@]+$/.test(key))
    throw new Refused('invalid', `email: must be an e-mail address, but got "${email}"`);
  return key;
}

/** The id of the account with this e-mail address, which is created if necessary. */
async function putAccount(db: Kysely<Database>, email: string): Promise<string> {
  const row = await db
    .insertInto('account')
    .values({ id: randomUUID(), email: emailKey(email) })
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet((excluded) => ({ email: excluded.ref('excluded.email') })),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/**
 * Gives an account a role in a team, replacing its previous one.
 *
 * @throws {Refused} `not-found` for an unknown team, `not-permitted` if the team would have no owner left
 */
export function putMember(
  db: Kysely<Database>,
  { teamId, email, role }: { readonly teamId: string; readonly email: string; readonly role: Role },
): Promise<void> {
  return inTransaction(db, async (trx) => {
    await lockTeam(trx, teamId);
    const accountId = await putAccount(trx, email);
    await trx
      .insertInto('member')
      .values({ team_id: teamId, account_id: accountId, role })
      .onConflict((conflict) => conflict.columns(['team_id', 'account_id']).doUpdateSet({ role }))
      .execute();
    if (role !== 'owner') await requireOwner(trx, teamId);
  });
}

/**
 * Removes an account from a team, and revokes its keys for the team.
 *
 * @throws {Refused} `not-found` if it is not a member, `not-permitted` if the team would have no owner left
 */
export function removeMember(
  db: Kysely<Database>,
  { teamId, email, now = new Date() }: { readonly teamId: string; readonly email: string; readonly now?: Date },
): Promise<void> {
  return inTransaction(db, async (trx) => {
    await lockTeam(trx, teamId);
    const account = await trx
      .selectFrom('account')
      .select('id')
      .where('email', '=', emailKey(email))
      .executeTakeFirst();
    const removed = await trx
      .deleteFrom('member')
      .where('team_id', '=', teamId)
      .where('account_id', '=', account?.id ?? null)
      .returning('account_id')
      .executeTakeFirst();
    if (!removed) throw new Refused('not-found', `account: must be in the team, but "${email}" is not`);
    await requireOwner(trx, teamId);
    await trx
      .updateTable('api_key')
      .set({ revoked_at: now })
      .where('team_id', '=', teamId)
      .where('account_id', '=', removed.account_id)
      .where('revoked_at', 'is', null)
      .execute();
  });
}

/** Serializes changes of a team's members. */
async function lockTeam(trx: Kysely<Database>, teamId: string): Promise<void> {
  const team = await trx.selectFrom('team').select('id').where('id', '=', teamId).forUpdate().executeTakeFirst();
  if (!team) throw unknownTeam(teamId);
}

async function requireOwner(trx: Kysely<Database>, teamId: string): Promise<void> {
  const owner = await trx
    .selectFrom('member')
    .select('account_id')
    .where('team_id', '=', teamId)
    .where('role', '=', 'owner')
    .executeTakeFirst();
  if (!owner) throw new Refused('not-permitted', 'role: must leave the team an owner, but this is its last one');
}

/** A team's members by e-mail address. */
export function listMembers(
  db: Kysely<Database>,
  teamId: string,
): Promise<readonly { readonly email: string; readonly role: Role }[]> {
  return db
    .selectFrom('member')
    .innerJoin('account', 'account.id', 'member.account_id')
    .select(['account.email', 'member.role'])
    .where('member.team_id', '=', teamId)
    .orderBy('account.email')
    .execute();
}
