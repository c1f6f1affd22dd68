import type { PurseState } from '../../credits/purse/purse.ts';
import type { PurseStore } from '../purses/purse-store.ts';
import type { SessionList } from './session-list.ts';

/**
 * Ends the sessions whose payments a purse bounds, and closes it and theirs; payments in flight go on, and are settled.
 * Resolves with how many sessions ended; undefined where the key has no open purse of this id.
 */
export async function closePurse(
  purses: PurseStore,
  sessions: SessionList,
  owner: string,
  id: string,
): Promise<number | undefined> {
  const purse = await purses.purse(owner, id);
  if (!purse || purse.closedAt !== undefined) return undefined;
  // Where this fails, the purse still bounds them, and can be closed again.
  const ended = await endBounded(purses, sessions, owner, purse);
  if (!(await purses.close(owner, id))) return undefined;
  // Others may have been made concurrently.
  return ended + (await endBounded(purses, sessions, owner, purse));
}

/** Ends the sessions that a purse bounds, and closes their own purses; resolves with how many sessions those were. */
async function endBounded(
  purses: PurseStore,
  sessions: SessionList,
  owner: string,
  { id, scope, childTeamId }: PurseState,
): Promise<number> {
  // A session's purse has its id.
  if (scope === 'session') return (await sessions.revoke(owner, id)) ? 1 : 0;
  const open = await Promise.all([sessions.sessions(owner), sessions.sessions(owner, 'standing')]);
  const bounded = open.flat().filter(
    ({ childTeamId: team, formerTeams = [] }) =>
      // A session that has switched its team may still be used with the token that it had before.
      scope === 'key' || team === childTeamId || formerTeams.some((former) => former === childTeamId),
  );
  const ended = await Promise.all(
    bounded.map(async (session) => {
      // Before its session ends: where that fails, the session is still listed, and what is left is done by closing again.
      if (session.purse !== undefined) await purses.close(owner, session.purse);
      return sessions.revoke(owner, session.id);
    }),
  );
  return ended.filter(Boolean).length;
}
