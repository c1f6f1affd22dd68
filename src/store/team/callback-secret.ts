import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';
import { unknownTeam } from './refused.ts';

/** A secret in the format of Standard Webhooks: `whsec_` and 32 random bytes in base64. */
export const newCallbackSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** The secret that signs the team's callbacks. */
export async function showCallbackSecret(db: Kysely<Database>, teamId: string): Promise<string> {
  const row = await db.selectFrom('team').select('callback_secret').where('id', '=', teamId).executeTakeFirst();
  if (!row) throw unknownTeam(teamId);
  return row.callback_secret;
}

/** Replaces the secret with immediate effect; returns the new one. */
export async function rotateCallbackSecret(db: Kysely<Database>, teamId: string): Promise<string> {
  const row = await db
    .updateTable('team')
    .set({ callback_secret: newCallbackSecret() })
    .where('id', '=', teamId)
    .returning('callback_secret')
    .executeTakeFirst();
  if (!row) throw unknownTeam(teamId);
  return row.callback_secret;
}
