import Type, { type Static } from 'typebox';
import { sessionRights } from '../../state/sessions/session.ts';

const dayMs = 86_400_000;

/** How long a link works, in milliseconds. */
export const linkMs = 7 * dayMs;

/** How long an invitation is listed after its link has ended, in milliseconds: as long as its session may last. */
export const listedMs = 30 * dayMs;

/** An invitation, as stored. Times are milliseconds since 1970. */
export const Invitation = Type.Object({
  id: Type.String(),
  /** Who is invited, such as an e-mail address; the name of the session. */
  label: Type.String(),
  rights: Type.Enum(sessionRights),
  /** Credits that the session may spend in all. */
  total: Type.Number(),
  /** The lifetime of the session. */
  seconds: Type.Number(),
  budget: Type.Optional(Type.Number()),
  childTeamId: Type.Optional(Type.String()),
  /** The sessions that invite, closest first; none if the key itself invites. */
  inviters: Type.Optional(Type.Array(Type.Object({ id: Type.String(), purse: Type.Optional(Type.String()) }))),
  /** When the inviting session ends, and the invited one at the latest. */
  latestEnd: Type.Optional(Type.Number()),
  createdAt: Type.Number(),
  expiresAt: Type.Number(),
  /** The API key, sealed with the token; absent once the link does not work any more. */
  sealed: Type.Optional(Type.String()),
  used: Type.Optional(Type.Object({ at: Type.Number(), session: Type.String() })),
  revokedAt: Type.Optional(Type.Number()),
});
export interface Invitation extends Static<typeof Invitation> {}

export type InvitationState = 'pending' | 'used' | 'revoked' | 'expired';

export function stateOf({ used, revokedAt, expiresAt, latestEnd }: Invitation, now: number): InvitationState {
  if (used) return 'used';
  if (revokedAt !== undefined) return 'revoked';
  return Math.min(expiresAt, latestEnd ?? expiresAt) <= now ? 'expired' : 'pending';
}

/** The invitation after its session was made. */
export const usedBy = ({ sealed: _, ...invitation }: Invitation, session: string, at: number): Invitation => ({
  ...invitation,
  used: { at, session },
});

/** The invitation without its link. */
export const revoked = ({ sealed: _, ...invitation }: Invitation, at: number): Invitation => ({
  ...invitation,
  revokedAt: at,
});
