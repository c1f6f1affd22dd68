import Type from 'typebox';
import { createKey, listKeys, revokeKey } from '../../store/team/key.ts';
import { CommandFailure } from '../command-failure.ts';
import { command } from './command.ts';
import { teamId } from './shapes.ts';

/** Creates an API key. It is printed once and cannot be read later. */
export const createKeyCommand = command(
  Type.Object({
    team: teamId,
    account: Type.String(),
    label: Type.Optional(Type.String()),
    expires: Type.Optional(Type.String()),
  }),
  async ({ store, stdout, audit }, { team, account, label, expires }) => {
    const expiresAt = expires === undefined ? undefined : momentOf(expires);
    const key = await createKey(store.db, { teamId: team, accountEmail: account, label, expiresAt });
    audit?.('key.created', { key: key.id, team, expires_at: expiresAt?.toISOString() });
    stdout(JSON.stringify(key));
  },
);

export const listKeysCommand = command(Type.Object({ team: teamId }), async ({ store, stdout }, { team }) => {
  for (const key of await listKeys(store.db, team)) stdout(JSON.stringify(key));
});

export const revokeKeyCommand = command(
  Type.Object({ team: teamId, key: Type.String({ format: 'uuid' }) }),
  async ({ store, stdout, audit }, { team, key }) => {
    const revoked = await revokeKey(store.db, { teamId: team, keyId: key });
    if (!revoked) throw new CommandFailure(`key: the team has no key "${key}" that is still valid.`);
    audit?.('key.revoked', { key, team });
    stdout(JSON.stringify({ revoked: key }));
  },
);

const momentOf = (text: string): Date => {
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime()))
    throw new CommandFailure(`expires: must be a day or moment such as 2030-01-31, but got "${text}".`);
  if (moment.getTime() <= Date.now()) throw new CommandFailure(`expires: must be in the future, but got "${text}".`);
  return moment;
};
