import type { FastifyInstance } from 'fastify';
import { childTeamHeader } from '../../contract/headers.ts';
import { foldedId } from '../../reading/uuid.ts';
import { leftIn, type PurseState } from '../credits/purse/purse.ts';
import { childTeamByHeader } from '../errors.ts';
import { shortened } from '../operation/short-message.ts';
import type { Services } from '../services.ts';
import type { ListedSession } from '../state/sessions/session-list.ts';
import { keyIn, refuseUnknownKey } from './accepted-key.ts';
import { HttpError } from './http-error.ts';
import { endSession, openSession, type SessionOptions, sessionBody, unreachable } from './open-session.ts';
import type { RequestRates } from './request-rates.ts';

export const sessionCodePath = '/session/code';

/**
 * Serves `POST /session`: a server-side app exchanges its API key for a token that its own clients may hold. A free
 * upstream call checks the key (and the child team). `POST /session/code` takes the same request, and answers with a
 * single-use code instead of the token. `GET /session` lists the key's sessions, standing ones separately, and
 * `DELETE /session/{id}` ends one.
 */
export function serveSessions(
  app: FastifyInstance,
  services: Services,
  rates: RequestRates,
  options: SessionOptions,
): void {
  const { sessions, purses, ownerOf, codes } = services;
  // Limit of purses read for a list of sessions: one per session, plus those of the key and its child teams.
  const maxListed = 2 * (sessions.maxOf('app') + sessions.maxOf('agent'));
  app.register(async (routes) => {
    routes.addHook('onRequest', async ({ headers }, reply) => {
      // No compression: answers have a token next to a caller-chosen label, so their length would leak the token.
      reply.header('cache-control', 'no-store, no-transform');
      keyIn(headers, 'session');
      if (headers[childTeamHeader]) throw childTeamByHeader();
    });
    routes.addHook('onRequest', rates.hook);

    const brief = sessionBody(routes);
    routes.post('/session', brief, ({ headers, body }) =>
      openSession(services, options, keyIn(headers, 'session'), body),
    );

    routes.post(sessionCodePath, brief, async ({ headers, body }) => {
      const { token } = await openSession(services, options, keyIn(headers, 'session'), body);
      const { code, expiresAt } = await codes.issue(token).catch(unreachable);
      return { code, expiresAt: new Date(expiresAt).toISOString() };
    });

    routes.get('/session', async ({ headers }) => {
      const apiKey = keyIn(headers, 'session');
      await refuseUnknownKey(services, apiKey, 'sessions can be listed');
      const owner = ownerOf(apiKey);
      const [passing, standing] = await Promise.all([
        sessions.sessions(owner),
        sessions.sessions(owner, 'standing'),
      ]).catch(unreachable);
      const states = [...passing, ...standing].some(({ purse }) => purse !== undefined)
        ? await purses.store.purses(owner, maxListed).catch(unreachable)
        : [];
      const byId = new Map(states.map((state) => [state.id, state]));
      const shown = (session: ListedSession) => shownAs(session, byId.get(session.purse ?? ''));
      return { sessions: passing.map(shown), standing: standing.map(shown) };
    });

    routes.delete<{ Params: { id: string } }>('/session/:id', async ({ headers, params }, reply) => {
      const id = foldedId(params.id);
      const apiKey = keyIn(headers, 'session');
      if (await endSession(services, ownerOf(apiKey), id)) return reply.code(204).send();
      await refuseUnknownKey(services, apiKey, 'session can be ended');
      throw new HttpError(404, 'NOT_FOUND', `The key has no session “${shortened(id)}”: it may have ended already.`);
    });
  });
}

const shownAs = ({ formerTeams: _, ...session }: ListedSession, purse: PurseState | undefined) => ({
  ...session,
  createdAt: new Date(session.createdAt).toISOString(),
  expiresAt: new Date(session.expiresAt).toISOString(),
  purse: purse && { total: purse.total, spent: purse.spent, uncertain: purse.uncertain, left: leftIn(purse) },
});
