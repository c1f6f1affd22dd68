import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import type { ApiKeyTable, Database } from '../database.ts';
import { emailKey } from './member.ts';
import { Refused, unknownTeam } from './refused.ts';

/** The hash by which a key is stored and looked up. */
export const hashKey = (key: string): Buffer => createHash('sha256').update(key).digest();

export interface NewKey {
  readonly teamId: string;
  /** An account that is owner or admin of the team. */
  readonly accountEmail: string;
  readonly label?: string | undefined;
  readonly expiresAt?: Date | undefined;
}

async function planOf(db: Kysely<Database>, teamId: string): Promise<{ readonly api_access: boolean }> {
  const team = await db.selectFrom('team').select('api_access').where('id', '=', teamId).executeTakeFirst();
  if (!team) throw unknownTeam(teamId);
  return team;
}

/** The account that creates a key for the team. Source: the specification's "Authentication", 2. */
async function keyMaker(db: Kysely<Database>, { teamId, accountEmail }: NewKey): Promise<string> {
  const team = await planOf(db, teamId);
  if (!team.api_access) {
    throw new Refused('not-permitted', 'team: must be on a plan that includes API access, but its plan does not');
  }
  const member = await db
    .selectFrom('member')
    .innerJoin('account', 'account.id', 'member.account_id')
    .select(['member.account_id', 'member.role'])
    .where('member.team_id', '=', teamId)
    .where('account.email', '=', emailKey(accountEmail))
    .executeTakeFirst();
  if (!member || member.role === 'member') {
    const role = member ? `the role ${member.role}` : 'no role';
    throw new Refused(
      'not-permitted',
      `account: must be an owner or admin of the team, but "${accountEmail}" has ${role}.`,
    );
  }
  return member.account_id;
}

async function insertKey(
  db: Kysely<Database>,
  key: string,
  details: NewKey,
  demo: boolean,
): Promise<{ readonly id: string }> {
  const row = {
    team_id: details.teamId,
    account_id: await keyMaker(db, details),
    label: details.label ?? null,
    demo,
    expires_at: details.expiresAt ?? null,
    revoked_at: null,
  };
  return db
    .insertInto('api_key')
    .values({ id: randomUUID(), hash: hashKey(key), ...row })
    .onConflict((conflict) => conflict.column('hash').doUpdateSet(row))
    .returning('id')
    .executeTakeFirstOrThrow();
}

/**
 * Creates a key of 256 random bits. Only its hash is stored, so that the key is returned once.
 *
 * @throws {Refused} unless the account is an owner or admin of a team whose plan includes API access
 */
export async function createKey(
  db: Kysely<Database>,
  details: NewKey,
): Promise<{ readonly id: string; readonly key: string }> {
  const key = `kith_${randomBytes(32).toString('base64url')}`;
  return { ...(await insertKey(db, key, details, false)), key };
}

/** Stores a known key, such as a demo key; an existing one becomes valid again. */
export const putKey = (
  db: Kysely<Database>,
  { key, demo = false, ...details }: NewKey & { readonly key: string; readonly demo?: boolean },
): Promise<{ readonly id: string }> => insertKey(db, key, details, demo);

/**
 * A team's keys, newest first, without the keys themselves.
 *
 * @throws {Refused} if the team does not exist
 */
export async function listKeys(
  db: Kysely<Database>,
  teamId: string,
): Promise<readonly (Omit<Selectable<ApiKeyTable>, 'hash' | 'account_id' | 'team_id'> & { readonly email: string })[]> {
  await planOf(db, teamId);
  return db
    .selectFrom('api_key')
    .innerJoin('account', 'account.id', 'api_key.account_id')
    .select([
      'api_key.id',
      'account.email',
      'api_key.label',
      'api_key.demo',
      'api_key.created_at',
      'api_key.expires_at',
      'api_key.revoked_at',
    ])
    .where('api_key.team_id', '=', teamId)
    .orderBy('api_key.created_at', 'desc')
    .orderBy('api_key.id')
    .execute();
}

/** Revokes a key with immediate effect. Returns false if the team has no such key, or it is revoked already. */
export async function revokeKey(
  db: Kysely<Database>,
  { teamId, keyId, now = new Date() }: { readonly teamId: string; readonly keyId: string; readonly now?: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('api_key')
    .set({ revoked_at: now })
    .where('id', '=', keyId)
    .where('team_id', '=', teamId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
