import { hasRight, isStanding, type Session } from '../../state/sessions/session.ts';
import type { Approval } from './approval.ts';

/** The caller who answers: a session, with what its purses have left, or the key itself. */
export interface Decider {
  /** Undefined: the key itself. */
  readonly session: Pick<Session, 'kind' | 'rights' | 'childTeamId' | 'budget'> | undefined;
  /** The smallest remainder of the purses that bound the session, in credits; undefined if none bounds it. */
  readonly left: number | undefined;
}

/** Whether it may decide for others: people in a session do, and invited ones who may act; agents and watches never do. */
const isDecider = ({ kind, rights }: Pick<Session, 'kind' | 'rights'>): boolean =>
  !isStanding(kind) || (kind === 'guest' && hasRight({ rights }, 'act'));

/** Whether a caller sees an approval. The key sees all, who may decide those of their team, and others their own. */
export const isShown = (
  session: Pick<Session, 'id' | 'kind' | 'rights' | 'childTeamId'> | undefined,
  approval: Pick<Approval, 'session' | 'childTeamId'>,
): boolean => {
  if (session === undefined) return true;
  return isDecider(session) ? approval.childTeamId === session.childTeamId : approval.session === session.id;
};

/**
 * Why a caller may not give or decline an approval, as a sentence; undefined if they may. Callers can't approve more
 * than they may spend themselves.
 */
export function whyNot(
  { session, left }: Decider,
  { max, childTeamId }: Pick<Approval, 'max' | 'childTeamId'>,
  give: boolean,
): string | undefined {
  if (session === undefined) return undefined;
  if (isStanding(session.kind) && session.kind !== 'guest')
    return `A session of the kind ${session.kind} cannot decide approvals.`;
  if (!hasRight(session, 'act'))
    return `Deciding an approval needs the right to act, but this session has the right to ${session.rights}.`;
  if (session.childTeamId !== childTeamId)
    return 'The approval belongs to another team: answer with a session that acts for that team.';
  if (!give) return undefined;
  const most = Math.min(session.budget ?? Number.POSITIVE_INFINITY, left ?? Number.POSITIVE_INFINITY);
  if (most < max) return `Up to ${max} credits are asked for, but this session may spend ${most}.`;
  return undefined;
}
