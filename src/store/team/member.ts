import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';
import { Refused } from './refused.ts';

export const roles = ['owner', 'admin', 'member'] as const;
export type Role = (typeof roles)[number];

/** E-mail addresses are compared without regard to case. */
export function emailKey(email: string): string {
  const key = email.trim().toLowerCase();
  if (!/^[^\s@]+@[^\s@]+$/.test(key))
    throw new Refused('invalid', `email: must be an e-mail address, but got "${email}"`);
  return key;
}

/** The id of the account with this e-mail address, which is made if there is none. */
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

/** Gives an account a role in a team, in place of the one it had. */
export async function putMember(
  db: Kysely<Database>,
  { teamId, email, role }: { readonly teamId: string; readonly email: string; readonly role: Role },
): Promise<void> {
  const accountId = await putAccount(db, email);
  await db
    .insertInto('member')
    .values({ team_id: teamId, account_id: accountId, role })
    .onConflict((conflict) => conflict.columns(['team_id', 'account_id']).doUpdateSet({ role }))
    .execute();
}

/** Who is in a team, by e-mail address. */
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
