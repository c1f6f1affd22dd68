import type { PurseState } from '../../credits/purse/purse.ts';
import type { PurseStore } from '../../credits/purse/purse-store.ts';
import type { ListedSession, SessionList } from './session-list.ts';

/**
 * Closes a purse, and ends the sessions whose payments it bounds; payments in flight go on, and are settled. Resolves with
 * how many sessions ended; undefined where the key has no open purse of this id.
 */
export async function closePurse(
  purses: PurseStore,
  sessions: SessionList,
  owner: string,
  id: string,
): Promise<number | undefined> {
  const purse = await purses.purse(owner, id);
  if (!purse || !(await purses.close(owner, id))) return undefined;
  const bounded = (await sessions.sessions(owner)).filter((session) => bounds(purse, session));
  const ended = await Promise.all(bounded.map((session) => sessions.revoke(owner, session.id)));
  return ended.filter(Boolean).length;
}

const bounds = ({ id, scope, childTeamId }: PurseState, session: ListedSession): boolean => {
  if (scope === 'session') return session.purse === id;
  return scope === 'key' || session.childTeamId === childTeamId;
};
