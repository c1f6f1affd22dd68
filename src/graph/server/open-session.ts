import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Client } from '../../client/client.ts';
import { defaultSettings } from '../../config/read-settings.ts';
import type { Audit } from '../../telemetry/audit.ts';
import { shortened } from '../operation/short-message.ts';
import type { PurseStore } from '../state/purses/purse-store.ts';
import { closePurse } from '../state/sessions/close-purse.ts';
import {
  hasRight,
  isStanding,
  maxLifetimeMs,
  type Session,
  type SessionKind,
  type SessionRight,
  sessionRights,
} from '../state/sessions/session.ts';
import { maxSessions, type SessionList } from '../state/sessions/session-list.ts';
import type { SessionSeal } from '../state/sessions/session-token.ts';
import { confirmKey } from './accepted-key.ts';
import { HttpError } from './http-error.ts';
import { isAmount, isLabel, longestLabel } from './purse/purse-route.ts';
import { quoted } from './quoted.ts';

export interface SessionOptions {
  /** How long a session lasts when nothing is said, and at most, in seconds. */
  readonly usualSeconds: number;
  readonly maxSeconds: number;
  /** How many of a key there may be at a time, revoked ones included until they would have ended. */
  readonly most: number;
}

/** Bytes of a request for a session at most: nothing in it is long. */
const maxBodyBytes = 16 * 1024;

/** Options of a route that takes such a request; a server whose bodies are shorter keeps to that. */
export const sessionBody = ({ initialConfig: { bodyLimit = maxBodyBytes } }: FastifyInstance) => ({
  bodyLimit: Math.min(maxBodyBytes, bodyLimit),
});

export const defaultSessions: SessionOptions = {
  usualSeconds: 900,
  maxSeconds: defaultSettings.access.sessionSeconds,
  most: maxSessions,
};

/** What sessions are made of, and kept in. */
export interface Sessions {
  readonly client: Client;
  readonly seal: SessionSeal;
  readonly list: SessionList;
  readonly purses: PurseStore;
  /** The keyed hash under which a key's sessions and purses are kept. */
  readonly ownerOf: (apiKey: string) => string;
  readonly audit?: Audit | undefined;
}

/** What an app asks of a session. */
interface SessionRequest {
  readonly kind: SessionKind;
  readonly rights: SessionRight;
  readonly seconds: number;
  readonly childTeamId: string | undefined;
  readonly budget: number | undefined;
  /** Credits that all its operations together may spend. */
  readonly total: number | undefined;
  /** Credits above which a person has to confirm what an agent asks for. */
  readonly confirmAbove: number | undefined;
  readonly label: string | undefined;
}

/** A session as its maker gets it. */
export interface OpenedSession {
  readonly token: string;
  readonly id: string;
  /** ISO 8601. */
  readonly expiresAt: string;
}

/**
 * Opens a session as the body of a request asks for it. The upstream is asked, for free, whether it accepts the key (and
 * the child team).
 *
 * @throws {HttpError} 400 for a body that does not hold, 401 to 403 for a key that is refused, 429 for one session too many
 */
export async function openSession(
  sessions: Sessions,
  options: SessionOptions,
  apiKey: string,
  body: unknown,
): Promise<OpenedSession> {
  const requested = sessionRequestOf(body, options);
  if (typeof requested === 'string') throw new HttpError(400, 'BAD_USER_INPUT', requested);
  await confirmKey(sessions.client, { apiKey, childTeamId: requested.childTeamId }, 'session');
  return makeSession(sessions, apiKey, requested);
}

/**
 * Makes a session of a key that the upstream accepts, and lists it.
 *
 * @throws {HttpError} 429 for one session too many, 503 if the store does not answer
 */
async function makeSession(
  { seal, list, purses, ownerOf, audit }: Omit<Sessions, 'client'>,
  apiKey: string,
  { kind, rights, seconds, childTeamId, budget, total, confirmAbove, label }: SessionRequest,
): Promise<OpenedSession> {
  const [id, owner, createdAt] = [randomUUID(), ownerOf(apiKey), seal.clock.now()];
  const expiresAt = Math.ceil(createdAt + seconds * 1000);
  const purse = total === undefined ? undefined : id;
  const session: Session = { id, kind, rights, apiKey, childTeamId, budget, purse, confirmAbove, label, expiresAt };
  const { apiKey: _, ...listed } = session;
  // JSON has no undefined, and a stored session has to be read as it was written.
  const added = await list.add(owner, JSON.parse(JSON.stringify({ ...listed, createdAt }))).catch(unreachable);
  if (!added)
    throw new HttpError(
      429,
      'TOO_MANY_SESSIONS',
      `A key may have ${list.maxOf(kind)} ${isStanding(kind) ? 'standing ' : ''}sessions at a time, and revoked ones count until they would have ended: wait until some end.`,
    );
  if (purse !== undefined && total !== undefined)
    await purses
      .create({
        ...{ id: purse, owner, scope: 'session', childTeamId, label: label ?? `session ${id.slice(0, 8)}`, total },
        ...{ period: 'none', createdAt, expiresAt },
      })
      .catch(unreachable);
  audit?.('session.opened', {
    session: id,
    owner,
    team: childTeamId,
    total,
    expires_at: new Date(expiresAt).toISOString(),
  });
  return { token: seal.seal(session), id, expiresAt: new Date(expiresAt).toISOString() };
}

/** Revokes a session of a key, and closes its purse, which has its id; false where the key has no such session. */
export async function endSession(
  { list, purses, audit }: Pick<Sessions, 'list' | 'purses' | 'audit'>,
  owner: string,
  id: string,
): Promise<boolean> {
  if (!(await list.revoke(owner, id).catch(unreachable))) return false;
  await closePurse(purses, list, owner, id).catch(unreachable);
  audit?.('session.ended', { session: id, owner });
  return true;
}

export function unreachable(): never {
  throw new HttpError(503, 'UNAVAILABLE', 'The store of sessions does not answer: try again.');
}

/** The kinds that a key's holder asks for; the graph makes the others by itself. */
const askedKinds: readonly SessionKind[] = ['app', 'page', 'agent'];

/** What the body asks for, or the sentence that says what is wrong with it. */
function sessionRequestOf(body: unknown, { usualSeconds, maxSeconds }: SessionOptions): SessionRequest | string {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return `The body must be a JSON object of ${members}, all of them optional.`;
  const {
    kind: askedKind = 'app',
    rights: askedRights,
    seconds: askedSeconds,
    childTeamId,
    budget,
    total,
    confirmAbove,
    label,
    ...others
  }: Record<string, unknown> = { ...body };
  const [other] = Object.keys(others);
  if (other !== undefined) return `${shortened(other)}: is unknown; a session takes ${members}.`;
  const kind = askedKinds.find((one) => one === askedKind);
  if (kind === undefined) return `kind: must be one of ${askedKinds.join(', ')}, but got ${quoted(askedKind)}.`;
  const rights = sessionRights.find((one) => one === (askedRights ?? (isStanding(kind) ? 'look' : 'act')));
  if (rights === undefined)
    return `rights: must be one of ${sessionRights.join(', ')}, but got ${quoted(askedRights)}.`;
  if (isStanding(kind) && hasRight({ rights }, 'keep'))
    return `rights: must be look for an ${kind}, but got ${rights}.`;
  const longest = (maxLifetimeMs(kind) ?? maxSeconds * 1000) / 1000;
  const seconds = askedSeconds ?? (isStanding(kind) ? longest : usualSeconds);
  if (typeof seconds !== 'number' || !(seconds >= 1 && seconds <= longest))
    return `seconds: must be between 1 and ${longest}, but got ${quoted(seconds)}.`;
  if (childTeamId !== undefined && typeof childTeamId !== 'string')
    return `childTeamId: must be a string, but got ${quoted(childTeamId)}.`;
  if (budget !== undefined && !isAmount(budget))
    return `budget: must be a whole number of credits, but got ${quoted(budget)}.`;
  if (total !== undefined && !isAmount(total))
    return `total: must be a whole number of credits, but got ${quoted(total)}.`;
  if (confirmAbove !== undefined && !isAmount(confirmAbove))
    return `confirmAbove: must be a whole number of credits, but got ${quoted(confirmAbove)}.`;
  if (confirmAbove !== undefined && kind !== 'agent') return 'confirmAbove: is for agents only.';
  if (label !== undefined && !isLabel(label))
    return `label: must be a text of 1 to ${longestLabel} characters, but got ${quoted(label)}.`;
  return { kind, rights, seconds, childTeamId: childTeamId?.toLowerCase(), budget, total, confirmAbove, label };
}

const members = 'kind, rights, seconds, childTeamId, budget, total, confirmAbove and label';
