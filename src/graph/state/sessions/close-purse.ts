import type { PurseState } from '../../credits/purse/purse.ts';
import type { PurseStore } from '../purses/purse-store.ts';
import type { SessionList } from './session-list.ts';

/**
 * Revokes the sessions that a purse limits, and closes it and their purses. Payments in flight continue and are
 * settled. Resolves with the number of revoked sessions; undefined if the key has no open purse of this id.
 */
export async function closePurse(
  purses: PurseStore,
  sessions: SessionList,
  owner: string,
  id: string,
): Promise<number | undefined> {
  const purse = await purses.purse(owner, id);
  if (!purse || purse.closedAt !== undefined) return undefined;
  // If this fails, the purse still limits the sessions, and can be closed again.
  const ended = await endBounded(purses, sessions, owner, purse);
  if (!(await purses.close(owner, id))) return undefined;
  // Sessions may have been opened concurrently.
  return ended + (await endBounded(purses, sessions, owner, purse));
}

/** Revokes the sessions that a purse limits, and closes their purses; resolves with the number of revoked sessions. */
async function endBounded(
  purses: PurseStore,
  sessions: SessionList,
  owner: string,
  { id, scope, childTeamId }: PurseState,
): Promise<number> {
  // A session's purse has its id.
  if (scope === 'session') return endWithInvited(purses, sessions, owner, id);
  const open = await Promise.all([sessions.sessions(owner), sessions.sessions(owner, 'standing')]);
  const bounded = open.flat().filter(
    ({ childTeamId: team, formerTeams = [] }) =>
      // After a switch of teams, the session's earlier token still works.
      scope === 'key' || team === childTeamId || formerTeams.some((former) => former === childTeamId),
  );
  const ended = await Promise.all(
    bounded.map(async (session) => {
      // Before the session is revoked: if this fails, the session is still listed, and a retry completes it.
      if (session.purse !== undefined) await purses.close(owner, session.purse);
      return endWithInvited(purses, sessions, owner, session.id);
    }),
  );
  return ended.reduce((sum, count) => sum + count, 0);
}

/** Revokes a session and those that it invited, whose purses it closes; resolves with the number of revoked sessions. */
async function endWithInvited(purses: PurseStore, sessions: SessionList, owner: string, id: string): Promise<number> {
  const ended = await sessions.revoke(owner, id);
  for (const { id: one, purse } of ended) if (one !== id && purse !== undefined) await purses.close(owner, purse);
  return ended.length;
}
