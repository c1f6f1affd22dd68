import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { apiKeyHeader } from '../../../contract/headers.ts';
import { addressId } from '../../../http/limits/caller-id.ts';
import { LimitReached } from '../../../http/limits/limit-reached.ts';
import { RateLimit } from '../../../http/limits/rate-limit.ts';
import { isUuid } from '../../../reading/uuid.ts';
import { leftIn } from '../../credits/purse/purse.ts';
import { confirmKey, keyIn, refuseUnknownKey } from '../../http/accepted-key.ts';
import { HttpError } from '../../http/http-error.ts';
import { endSession, makeSession, sessionBody, unreachable } from '../../http/open-session.ts';
import { bearer } from '../../http/request-context.ts';
import type { RequestRates } from '../../http/request-rates.ts';
import { isAmount, isLabel, longestLabel, quoted } from '../../http/request-values.ts';
import { cookieFor, demandPage, pageSession, withCookie } from '../../http/session-cookie.ts';
import { shortened } from '../../operation/short-message.ts';
import type { Services } from '../../services.ts';
import { hasRight, maxLifetimeMs, type Session, sessionRights } from '../../state/sessions/session.ts';
import { SessionRefused } from '../../state/sessions/session-token.ts';
import { type Invitation, type InvitationState, stateOf } from './invitation.ts';
import { type InvitationStore, maxInvitations, type Terms } from './invitation-store.ts';

/** Path of a key's invitations. */
export const invitationsPath = '/session/invitations';

/** Path at which the page exchanges an invitation's token for a session. */
const invitedPath = '/session/invited';

/** Tokens that an address may try in a minute; those that are accepted are not counted. */
const triesPerMinute = 30;

/** The maximum length of a chain of invitations. */
const maxInviters = 4;

/** The maximum and default lifetime of an invited session, in seconds. */
const maxSeconds = (maxLifetimeMs('guest') ?? 0) / 1000;

interface Serving {
  readonly services: Services;
  readonly store: InvitationStore;
  readonly rates: RequestRates;
}

/** The caller that invites: a key, or a session of it that may act. */
interface Caller {
  readonly apiKey: string;
  readonly session: Session | undefined;
}

/**
 * Serves invitations.
 *
 * - `POST /session/invitations` makes one, `GET` lists them with their sessions, and `DELETE /session/invitations/{id}` revokes
 *   one, or ends its session: for a key, or a session with the right to act.
 * - `POST /session/invited` (`{"token"}`) uses one, and sets the page's cookie: for the page only. No `GET` uses one.
 */
export function serveInvitations(app: FastifyInstance, serving: Serving): void {
  const { services, store, rates } = serving;
  const { seal, ownerOf, audit } = services;
  app.register(async (routes) => {
    routes.addHook('onRequest', async (_, reply) => {
      reply.header('cache-control', 'no-store, no-transform');
    });
    const brief = sessionBody(routes);

    routes.register(async (inviting) => {
      inviting.addHook('onRequest', withCookie(seal));
      inviting.addHook('onRequest', rates.hook);

      inviting.post(invitationsPath, brief, async (request) => {
        const caller = callerOf(request, services);
        const asked = await termsOf(request.body, caller, services);
        await confirmKey(services.client, { apiKey: caller.apiKey, childTeamId: asked.childTeamId }, 'invitation');
        const owner = ownerOf(caller.apiKey);
        const made = await store.create(owner, caller.apiKey, asked).catch(unreachable);
        if (!made)
          throw new HttpError(
            429,
            'TOO_MANY_INVITATIONS',
            `A key may have ${maxInvitations} invitations in five weeks: wait until the oldest are no longer listed.`,
          );
        const { id, rights, total } = made.invitation;
        audit?.('session.invited', { invitation: id, owner, team: asked.childTeamId, rights, total });
        return { token: made.token, ...shownAs(made.invitation, seal.clock.now()) };
      });

      inviting.get(invitationsPath, async (request) => {
        const { apiKey, session } = callerOf(request, services);
        if (!session) await refuseUnknownKey(services, apiKey, 'invitations can be listed');
        const owner = ownerOf(apiKey);
        const [all, open] = await Promise.all([store.all(owner), services.sessions.sessions(owner, 'standing')]).catch(
          unreachable,
        );
        const byId = new Map(open.map((one) => [one.id, one]));
        const shown = all.filter((invitation) => isShownTo(session, invitation));
        const invitations = await Promise.all(
          shown.map(async (invitation) => {
            const guest = byId.get(invitation.used?.session ?? '');
            const purse =
              guest?.purse === undefined ? undefined : await services.purses.store.purse(owner, guest.purse);
            const told = guest && {
              ...{ id: guest.id, expiresAt: iso(guest.expiresAt) },
              ...(purse && { spent: purse.spent, left: leftIn(purse) }),
            };
            return { ...shownAs(invitation, seal.clock.now()), ...(told && { session: told }) };
          }),
        ).catch(unreachable);
        return { invitations };
      });

      inviting.delete<{ Params: { id: string } }>(`${invitationsPath}/:id`, async (request, reply) => {
        const { apiKey, session } = callerOf(request, services);
        const owner = ownerOf(apiKey);
        const known = (await store.all(owner).catch(unreachable)).find(({ id }) => id === request.params.id);
        if (!known && !session) await refuseUnknownKey(services, apiKey, 'invitation can be revoked');
        if (!known || !isShownTo(session, known))
          throw new HttpError(404, 'NOT_FOUND', `There is no invitation “${shortened(request.params.id)}”.`);
        // It may have been used a moment ago.
        if (await store.revoke(owner, known.id).catch(unreachable))
          audit?.('session.uninvited', { invitation: known.id, owner });
        else {
          const used = (await store.all(owner).catch(unreachable)).find(({ id }) => id === known.id)?.used;
          if (used) await endSession(services, owner, used.session);
        }
        return reply.code(204).send();
      });
    });

    const tries = new RateLimit({ name: 'invitations', perMinute: triesPerMinute });
    routes.register(async (invited) => {
      invited.addHook('onRequest', async ({ headers }) => demandPage(headers));
      invited.addHook('onRequest', rates.hook);

      invited.post(invitedPath, brief, async (request, reply) => {
        const token = tokenIn(request.body);
        const address = addressId(request.ip);
        await tries.take(address).catch(tooMany);
        const sealed = await use(token, serving);
        await tries.giveBack(address);
        const { id, rights, childTeamId, expiresAt } = pageSession(seal, { token: sealed });
        const seconds = (expiresAt - seal.clock.now()) / 1000;
        reply.header('set-cookie', cookieFor(request.headers, sealed, seconds));
        return { id, rights, childTeamId, expiresAt: iso(expiresAt) };
      });
    });
  });
}

/**
 * Exchanges an invitation's token for that of its session.
 *
 * @throws {HttpError} 404 for an unknown token, 410 for one that was used or revoked or has expired; what `confirmKey` and
 *   `makeSession` throw leaves the invitation as it is
 */
async function use(token: string, { services, store }: Serving): Promise<string> {
  const { seal, sessions, client } = services;
  const found = await store.find(token).catch(unreachable);
  if (!found)
    throw new HttpError(
      404,
      'NOT_FOUND',
      'There is no such invitation: the link may be incomplete, or is some weeks old. Ask for another.',
    );
  const { owner, invitation } = found;
  const state = stateOf(invitation, seal.clock.now());
  if (state !== 'pending') throw over(state);
  const { rights, total, label, budget, childTeamId, inviters, latestEnd } = invitation;
  if (inviters?.some(({ id }) => sessions.revoked.has(id))) throw over('inviter');
  const apiKey = store.keyIn(token, invitation);
  await confirmKey(client, { apiKey, childTeamId }, 'session');
  const id = randomUUID();
  const taken = await store.use(owner, invitation.id, id).catch(unreachable);
  if (!taken) {
    const now = (await store.find(token).catch(unreachable))?.invitation ?? invitation;
    throw over(stateOf(now, seal.clock.now()));
  }
  const longest = ((latestEnd ?? Number.POSITIVE_INFINITY) - seal.clock.now()) / 1000;
  const seconds = Math.min(invitation.seconds, longest);
  const asked = { kind: 'guest', rights, seconds, childTeamId, budget, total, confirmAbove: undefined, label } as const;
  try {
    return (await makeSession(services, apiKey, { ...asked, inviters }, id)).token;
  } catch (error) {
    await store.giveBack(owner, taken, id).catch(unreachable);
    throw error;
  }
}

/** Why an invitation cannot be used, with what to do. */
const overSentences: Readonly<Record<Exclude<InvitationState, 'pending'> | 'pending' | 'inviter', string>> = {
  used: 'The invitation was used already: each opens one session. Ask for another.',
  revoked: 'The invitation was taken back. Ask for another.',
  expired: 'The invitation has expired. Ask for another.',
  inviter: 'The invitation ended with the session of whoever sent it. Ask for another.',
  pending: 'The invitation is being used at this moment: try again.',
};

const over = (why: keyof typeof overSentences): HttpError =>
  new HttpError(410, why === 'pending' ? 'UNAVAILABLE' : 'INVITATION_OVER', overSentences[why]);

function tooMany(error: unknown): never {
  if (!(error instanceof LimitReached)) throw error;
  throw new HttpError(429, 'RATE_LIMITED', error.message, error.headers, 'rate');
}

/**
 * The caller of a request about invitations.
 *
 * @throws {HttpError} 401 without a key or a valid session, 403 for a session that may not act
 */
function callerOf({ headers }: FastifyRequest, { seal }: Services): Caller {
  const token = bearer(headers.authorization);
  if (headers[apiKeyHeader] !== undefined || token === undefined)
    return { apiKey: keyIn(headers, 'invitation'), session: undefined };
  try {
    const session = seal.demand(token);
    if (hasRight(session, 'act')) return { apiKey: session.apiKey, session };
  } catch (error) {
    if (!(error instanceof SessionRefused)) throw error;
    if (error.reason === 'unavailable') throw new HttpError(503, 'UNAVAILABLE', error.message, { 'retry-after': '5' });
    throw new HttpError(401, 'UNAUTHENTICATED', error.message);
  }
  throw new HttpError(403, 'FORBIDDEN', 'Inviting needs a session with the right to act.');
}

/** Whether a session may choose among the key's teams. */
const choosesTeam = ({ childTeamId, choseTeam }: Session): boolean => childTeamId === undefined || choseTeam === true;

/** Whether a caller sees and revokes an invitation: the key all, a session those of its team, a guest those that it made. */
function isShownTo(session: Session | undefined, { childTeamId, inviters = [] }: Invitation): boolean {
  if (!session) return true;
  if (session.kind === 'guest') return inviters.some(({ id }) => id === session.id);
  return choosesTeam(session) || childTeamId === session.childTeamId;
}

/**
 * The terms of an invitation: what the body asks for, within what the caller has.
 *
 * @throws {HttpError} 400 with the first error, 403 for more than the caller has
 */
async function termsOf(body: unknown, { session, apiKey }: Caller, services: Services): Promise<Terms> {
  const refuse = (sentence: string): never => {
    throw new HttpError(400, 'BAD_USER_INPUT', sentence);
  };
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return refuse(`The body must be a JSON object of ${members}.`);
  const {
    label,
    rights = 'keep',
    total = 0,
    seconds = maxSeconds,
    childTeamId,
    ...others
  }: Record<string, unknown> = {
    ...body,
  };
  const [other] = Object.keys(others);
  if (other !== undefined) return refuse(`${shortened(other)}: is unknown; an invitation takes ${members}.`);
  if (!isLabel(label))
    return refuse(`label: must say who is invited, in 1 to ${longestLabel} characters, but got ${quoted(label)}.`);
  const right = sessionRights.find((one) => one === rights);
  if (right === undefined)
    return refuse(`rights: must be one of ${sessionRights.join(', ')}, but got ${quoted(rights)}.`);
  if (!isAmount(total)) return refuse(`total: must be a whole number of credits, but got ${quoted(total)}.`);
  if (typeof seconds !== 'number' || !(seconds >= 1 && seconds <= maxSeconds))
    return refuse(`seconds: must be between 1 and ${maxSeconds}, but got ${quoted(seconds)}.`);
  if (childTeamId !== undefined && !(typeof childTeamId === 'string' && isUuid(childTeamId)))
    return refuse(`childTeamId: must be a team’s id, a uuid, but got ${quoted(childTeamId)}.`);
  const asked = { label: label.trim(), rights: right, total, seconds };
  const team = childTeamId?.toLowerCase();
  if (!session) return { ...asked, ...(team !== undefined && { childTeamId: team }) };

  const { id, purse, budget, inviters = [], expiresAt } = session;
  if (team !== undefined && team !== session.childTeamId && !choosesTeam(session))
    throw new HttpError(403, 'FORBIDDEN', 'childTeamId: must be the team of the session that invites.');
  const actsFor = team ?? session.childTeamId;
  if (inviters.length >= maxInviters)
    throw new HttpError(
      403,
      'FORBIDDEN',
      'The session was invited through too many others to invite in turn: ask whoever has the key.',
    );
  const payer = {
    ...{ owner: services.ownerOf(apiKey), childTeamId: session.childTeamId, sessionPurse: purse },
    invitersPurses: inviters.flatMap((inviter) => inviter.purse ?? []),
  };
  const left = Math.min(...(await services.purses.bounding(payer).catch(unreachable)).map(leftIn));
  if (total > left) return refuse(`total: must be at most ${left}, which the inviter has left, but got ${total}.`);
  return {
    ...asked,
    ...(actsFor !== undefined && { childTeamId: actsFor }),
    ...(budget !== undefined && { budget }),
    inviters: [{ id, purse }, ...inviters].map((one) => ({
      id: one.id,
      ...(one.purse !== undefined && { purse: one.purse }),
    })),
    latestEnd: expiresAt,
  };
}

const members = 'label, rights, total, seconds and childTeamId, of which only label is required';

const iso = (time: number): string => new Date(time).toISOString();

function tokenIn(body: unknown): string {
  const token: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'token') : undefined;
  if (typeof token === 'string') return token;
  throw new HttpError(400, 'BAD_USER_INPUT', 'token: must be a string.');
}

const shownAs = (invitation: Invitation, now: number) => {
  const { id, label, rights, total, seconds, childTeamId, createdAt, expiresAt, latestEnd } = invitation;
  return {
    ...{ id, label, rights, total, seconds, childTeamId, state: stateOf(invitation, now) },
    createdAt: iso(createdAt),
    expiresAt: iso(Math.min(expiresAt, latestEnd ?? expiresAt)),
  };
};
