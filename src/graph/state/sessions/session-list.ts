import Type, { type Static } from 'typebox';
import type { RevokedSessions } from './session-token.ts';

/** A session that was made and has not ended; it holds neither key nor token. */
export const ListedSession = Type.Object({
  id: Type.String(),
  label: Type.Optional(Type.String()),
  childTeamId: Type.Optional(Type.String()),
  readOnly: Type.Boolean(),
  /** Credits that an operation may spend at most. */
  budget: Type.Optional(Type.Number()),
  /** Its purse's id. */
  purse: Type.Optional(Type.String()),
  /** Milliseconds since 1970. */
  createdAt: Type.Number(),
  expiresAt: Type.Number(),
});
export interface ListedSession extends Static<typeof ListedSession> {}

/** The sessions of each key until they end, shared by all processes that have the store. `owner` is the key's keyed hash. */
export interface SessionList {
  /** Those that were revoked, as far as this process has heard, which takes moments. */
  readonly revoked: RevokedSessions;
  /** How many sessions a key may have at a time. */
  readonly most: number;
  /** False where the key has as many already: revoked ones count until they would have ended, as they are remembered until then. */
  add(owner: string, session: ListedSession): Promise<boolean>;
  /** Those that are open, the latest first. */
  sessions(owner: string): Promise<readonly ListedSession[]>;
  /** False where the key has no such session. */
  revoke(owner: string, id: string): Promise<boolean>;
}

/** How many sessions a key may have at a time, unless a store is opened with another number. */
export const mostSessions = 10_000;
