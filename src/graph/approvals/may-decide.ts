import { hasRight, isStanding, type Session } from '../state/sessions/session.ts';
import type { Approval } from './approval.ts';

/** Who answers: a session, and what the purses that bound it have left, or the key itself. */
export interface Decider {
  /** Undefined: the key itself. */
  readonly session: Pick<Session, 'kind' | 'rights' | 'childTeamId' | 'budget'> | undefined;
  /** The least that a purse which bounds the session has left; undefined: none bounds it. */
  readonly left: number | undefined;
}

/** Whether a caller is shown an approval: the key all, a session that stands for somebody who is away its own, others their team's. */
export const isShown = (
  session: Pick<Session, 'id' | 'kind' | 'childTeamId'> | undefined,
  approval: Pick<Approval, 'session' | 'childTeamId'>,
): boolean => {
  if (session === undefined) return true;
  return isStanding(session.kind) ? approval.session === session.id : approval.childTeamId === session.childTeamId;
};

/**
 * Why a caller may not give an approval, or decline it, as a sentence; undefined where they may. Nobody allows others to spend what
 * they may not spend themselves.
 */
export function whyNot(
  { session, left }: Decider,
  { max, childTeamId }: Pick<Approval, 'max' | 'childTeamId'>,
  give: boolean,
): string | undefined {
  if (session === undefined) return undefined;
  if (isStanding(session.kind)) return `A session of the kind ${session.kind} cannot decide approvals.`;
  if (!hasRight(session, 'act'))
    return `Deciding an approval needs the right to act, but this session has the right to ${session.rights}.`;
  if (session.childTeamId !== childTeamId)
    return 'The approval belongs to another team: answer with a session that acts for that team.';
  if (!give) return undefined;
  const most = Math.min(session.budget ?? Number.POSITIVE_INFINITY, left ?? Number.POSITIVE_INFINITY);
  if (most < max) return `Up to ${max} credits are asked for, but this session may spend ${most}.`;
  return undefined;
}
