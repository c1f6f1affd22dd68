import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { defaultSettings } from '../../config/read-settings.ts';
import { shortened } from '../operation/short-message.ts';
import type { Services } from '../services.ts';
import { closePurse } from '../state/sessions/close-purse.ts';
import {
  hasRight,
  type Inviter,
  isStanding,
  maxLifetimeMs,
  type Session,
  type SessionKind,
  type SessionRight,
  sessionRights,
} from '../state/sessions/session.ts';
import { maxSessions } from '../state/sessions/session-list.ts';
import { confirmKey } from './accepted-key.ts';
import { HttpError } from './http-error.ts';
import { isAmount, isLabel, longestLabel, quoted } from './request-values.ts';

export interface SessionOptions {
  /** Default and maximum lifetime of a session, in seconds. */
  readonly usualSeconds: number;
  readonly maxSeconds: number;
  /** Maximum sessions of a key; revoked ones count until they would have expired. */
  readonly most: number;
}

const maxBodyBytes = 16 * 1024;

/** Options of a route for session requests; a lower body limit of the server applies. */
export const sessionBody = ({ initialConfig: { bodyLimit = maxBodyBytes } }: FastifyInstance) => ({
  bodyLimit: Math.min(maxBodyBytes, bodyLimit),
});

export const defaultSessions: SessionOptions = {
  usualSeconds: 900,
  maxSeconds: defaultSettings.access.sessionSeconds,
  most: maxSessions,
};

export interface SessionRequest {
  readonly kind: SessionKind;
  readonly rights: SessionRight;
  readonly seconds: number;
  readonly childTeamId: string | undefined;
  readonly budget: number | undefined;
  /** Credits that all operations of the session together may spend. */
  readonly total: number | undefined;
  /** Credits above which a person has to approve an agent's operation. */
  readonly confirmAbove: number | undefined;
  readonly label: string | undefined;
  /** The sessions that invited it, closest first. */
  readonly inviters?: readonly Inviter[] | undefined;
}

/** A new session, as the caller receives it. */
export interface OpenedSession {
  readonly token: string;
  readonly id: string;
  /** ISO 8601. */
  readonly expiresAt: string;
}

/**
 * Opens a session from a request body. A free upstream call checks the key (and the child team).
 *
 * @throws {HttpError} 400 for an invalid body, 401 or 403 for a refused key, 429 past the maximum of sessions, 502 if the
 *   upstream gives no verdict, 503 if the store does not answer
 */
export async function openSession(
  services: Services,
  options: SessionOptions,
  apiKey: string,
  body: unknown,
): Promise<OpenedSession> {
  const requested = sessionRequestOf(body, options);
  if (typeof requested === 'string') throw new HttpError(400, 'BAD_USER_INPUT', requested);
  await confirmKey(services.client, { apiKey, childTeamId: requested.childTeamId }, 'session');
  return makeSession(services, apiKey, requested);
}

/**
 * Creates and stores a session for a key that the upstream accepts.
 *
 * @throws {HttpError} 429 past the maximum of sessions, 503 if the store does not answer
 */
export async function makeSession(
  { seal, sessions, purses, ownerOf, audit }: Services,
  apiKey: string,
  { kind, rights, seconds, childTeamId, budget, total, confirmAbove, label, inviters }: SessionRequest,
  id: string = randomUUID(),
): Promise<OpenedSession> {
  const [owner, createdAt] = [ownerOf(apiKey), seal.clock.now()];
  const expiresAt = Math.ceil(createdAt + seconds * 1000);
  const purse = total === undefined ? undefined : id;
  const terms = { childTeamId, budget, purse, confirmAbove, label, inviters };
  const session: Session = { id, kind, rights, apiKey, ...terms, expiresAt };
  const claim = seal.unhonoured(session);
  if (claim !== undefined)
    throw new HttpError(400, 'BAD_USER_INPUT', `${claim}: is not honoured by this graph, which lacks that feature.`);
  const { apiKey: _, ...listed } = session;
  // Drops undefined members: JSON has none, and a session must compare equal after it is stored and read.
  const added = await sessions.add(owner, JSON.parse(JSON.stringify({ ...listed, createdAt }))).catch(unreachable);
  if (!added)
    throw new HttpError(
      429,
      'TOO_MANY_SESSIONS',
      isStanding(kind)
        ? `A key may have ${sessions.maxOf(kind)} standing sessions at a time, and 10,000 that were revoked before their end: end some, or wait until some expire.`
        : `A key may have ${sessions.maxOf(kind)} sessions at a time, and a revoked one counts until its original end: wait until some end.`,
    );
  if (purse !== undefined && total !== undefined)
    await purses.store
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

/** Revokes a session and those that it invited, and closes their purses; false if the key has no such session. */
export async function endSession({ sessions, purses, audit }: Services, owner: string, id: string): Promise<boolean> {
  const ended = await sessions.revoke(owner, id).catch(unreachable);
  for (const { purse, ...session } of ended) {
    if (purse !== undefined) await closePurse(purses.store, sessions, owner, purse).catch(unreachable);
    audit?.('session.ended', { session: session.id, owner });
  }
  return ended.length > 0;
}

export function unreachable(): never {
  throw new HttpError(503, 'UNAVAILABLE', 'The store of sessions does not answer: try again.');
}

/** The kinds that callers can request; the graph creates the others itself. */
const askedKinds: readonly SessionKind[] = ['app', 'page', 'agent'];

/** The validated request, or a sentence with its first error. */
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
