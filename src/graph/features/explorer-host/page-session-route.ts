import type { FastifyInstance, FastifyRequest } from 'fastify';
import { confirmKey } from '../../http/accepted-key.ts';
import { HttpError } from '../../http/http-error.ts';
import { endSession, openSession, type SessionOptions, sessionBody, unreachable } from '../../http/open-session.ts';
import type { RequestRates } from '../../http/request-rates.ts';
import { quoted } from '../../http/request-values.ts';
import {
  clearingCookie,
  cookieFor,
  cookieIn,
  cookieNamed,
  demandPage,
  isLoopbackName,
  pageSession,
  pageSessionRefused,
} from '../../http/session-cookie.ts';
import { shortened } from '../../operation/short-message.ts';
import type { Services } from '../../services.ts';
import type { KnownTeam } from '../../state/child-teams/child-teams.ts';
import type { Session } from '../../state/sessions/session.ts';

/** A team that anyone on this machine may open without a key. */
export interface DemoTeam {
  /** Its identifier in requests. */
  readonly team: string;
  readonly label: string;
  /** A short description. */
  readonly meaning: string;
  readonly apiKey: string;
  /** Child teams that the graph knows at start. */
  readonly childTeams?: readonly KnownTeam[];
}

interface Serving {
  readonly services: Services;
  readonly rates: RequestRates;
  /** Empty except on loopback with the sample data. */
  readonly demo: readonly DemoTeam[];
  readonly options: SessionOptions;
}

/**
 * Serves the explorer page's sessions, stored in an HttpOnly cookie.
 *
 * - `POST /session/exchange` takes a single-use code (`{"code"}`), and sets the cookie.
 * - `GET /session/current` returns the session, `DELETE /session/current` revokes it and clears the cookie.
 * - `GET /session/teams` lists the child teams that the session may act for, and `PATCH /session/current`
 *   (`{"childTeamId"}`, null for the key's own team) switches the team, and sets another cookie. The session keeps its id,
 *   purse, budget, expiry and rights. A session created for a child team cannot switch (403).
 * - `POST /session/socket` issues a single-use token (30 s) for a WebSocket of the page, which must send the cookie as well.
 * - `GET /session/demo` lists the demo teams, and `POST /session/demo` (`{"team"}` and the members of `POST /session`) opens
 *   a session of one: on loopback only.
 *
 * A session is returned as its id, rights, child team, budget and expiry, never with its token.
 */
export function servePageSessions(app: FastifyInstance, { services, rates, demo, options }: Serving): void {
  const { client, seal, sessions, ownerOf, codes, childTeams, audit } = services;
  app.register(async (routes) => {
    routes.addHook('onRequest', async ({ headers }, reply) => {
      reply.header('cache-control', 'no-store, no-transform');
      demandPage(headers);
    });
    routes.addHook('onRequest', rates.hook);

    const brief = sessionBody(routes);
    const secondsLeft = ({ expiresAt }: Session) => (expiresAt - seal.clock.now()) / 1000;
    const begun = ({ headers }: FastifyRequest, token: string) => {
      const session = pageSession(seal, { token });
      return { cookie: cookieFor(headers, token, secondsLeft(session)), shown: shownAs(session) };
    };
    const current = ({ headers }: FastifyRequest): Session => pageSession(seal, cookieIn(headers));

    routes.post('/session/exchange', brief, async (request, reply) => {
      const token = await codes.exchange(textIn(request.body, 'code')).catch(unreachable);
      if (token === undefined) {
        const sentence = 'The code has expired, or was used already: “kith explore” makes another.';
        throw new HttpError(401, 'UNAUTHENTICATED', sentence);
      }
      const { cookie, shown } = begun(request, token);
      return reply.header('set-cookie', cookie).send(shown);
    });

    routes.get('/session/current', async (request, reply) => {
      const session = current(request);
      const cookie = cookieIn(request.headers);
      // An invited session outlives rotations of the secret.
      const anew = cookie && seal.sealedAnew(cookie.token);
      if (cookie && anew !== undefined)
        reply.header('set-cookie', cookieNamed(cookie.name, anew, secondsLeft(session)));
      return shownAs(session);
    });

    routes.post('/session/socket', brief, async ({ headers }) => {
      const cookie = cookieIn(headers);
      pageSession(seal, cookie);
      const { code } = await codes.issue(cookie?.token ?? '', 'socket').catch(unreachable);
      return { token: code };
    });

    routes.get('/session/teams', async (request) => {
      const session = current(request);
      if (!maySwitch(session)) return { teams: [] };
      return { teams: await childTeams.teams(session.apiKey, maxTeams).catch(unreachable) };
    });

    routes.patch('/session/current', brief, async (request, reply) => {
      const session = current(request);
      const childTeamId = teamIn(request.body);
      if (!maySwitch(session)) {
        const sentence = 'The session is bound to one child team: “kith explore” makes another.';
        throw new HttpError(403, 'FORBIDDEN', sentence);
      }
      await confirmKey(client, { apiKey: session.apiKey, childTeamId }, 'session');
      // Before a token for the team exists, so that closing the team's purse ends this session, too.
      const owner = ownerOf(session.apiKey);
      if (!(await sessions.switchTeam(owner, session.id, childTeamId).catch(unreachable)))
        throw pageSessionRefused('over', undefined);
      const { cookie, shown } = begun(request, seal.seal({ ...session, childTeamId, choseTeam: true }));
      audit?.('session.switched', { session: session.id, owner, team: childTeamId });
      return reply.header('set-cookie', cookie).send(shown);
    });

    routes.delete('/session/current', async ({ headers }, reply) => {
      const cookie = cookieIn(headers);
      const session = cookie && seal.open(cookie.token);
      if (session) await endSession(services, ownerOf(session.apiKey), session.id);
      if (cookie) reply.header('set-cookie', clearingCookie(cookie.name));
      return reply.code(204).send();
    });

    if (demo.length === 0) return;
    const onLoopback = ({ headers: { host = '' } }: FastifyRequest): void => {
      // Another host name may resolve to this machine (DNS rebinding).
      if (!isLoopbackName(host)) throw new HttpError(404, 'NOT_FOUND', 'Demo teams are shown on loopback only.');
    };
    routes.get('/session/demo', async (request) => {
      onLoopback(request);
      return { teams: demo.map(({ team, label, meaning }) => ({ team, label, meaning })) };
    });
    routes.post('/session/demo', brief, async (request, reply) => {
      onLoopback(request);
      const name = textIn(request.body, 'team');
      const found = demo.find(({ team }) => team === name);
      if (!found) {
        const known = demo.map(({ team }) => team).join(', ');
        throw new HttpError(400, 'BAD_USER_INPUT', `team: must be one of ${known}, but got “${shortened(name)}”.`);
      }
      const { team: _team, ...asked }: Record<string, unknown> = { ...Object(request.body) };
      const { token } = await openSession(services, options, found.apiKey, {
        label: found.label,
        ...asked,
        kind: 'page',
      });
      const { cookie, shown } = begun(request, token);
      return reply.header('set-cookie', cookie).send(shown);
    });
  });
}

/** Maximum child teams listed. */
const maxTeams = 1000;

/** Whether a session may switch between the key's child teams: it was created for the key's own team. */
const maySwitch = ({ childTeamId, choseTeam }: Session): boolean => childTeamId === undefined || choseTeam === true;

/** The child team in a body, in lower case; undefined for the key's own team. */
function teamIn(body: unknown): string | undefined {
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'childTeamId') : undefined;
  if (value === null) return undefined;
  if (typeof value === 'string' && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value))
    return value.toLowerCase();
  const sentence = `childTeamId: must be a uuid, or null for the key’s own team, but got ${quoted(value)}.`;
  throw new HttpError(400, 'BAD_USER_INPUT', sentence);
}

const shownAs = ({ id, rights, childTeamId, budget, expiresAt }: Session) => ({
  ...{ id, rights, childTeamId, budget },
  expiresAt: new Date(expiresAt).toISOString(),
});

function textIn(body: unknown, member: string): string {
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, member) : undefined;
  if (typeof value === 'string') return value;
  throw new HttpError(400, 'BAD_USER_INPUT', `${member}: must be a string, but got ${quoted(value)}.`);
}
