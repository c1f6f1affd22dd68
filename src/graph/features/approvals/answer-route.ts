import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { HttpError } from '../../http/http-error.ts';
import { unreachable } from '../../http/open-session.ts';
import type { Services } from '../../services.ts';
import { SessionRefused } from '../../state/sessions/session-token.ts';
import { check } from '../../validate.ts';
import type { ApprovalStore } from './approval-store.ts';

/** Path at which the owner of the data directory answers the approvals of a standing session, in its client. */
export const answerPath = '/approvals/answer';

const Answer = Type.Object({ token: Type.String(), id: Type.String(), give: Type.Boolean() });

/**
 * Serves `POST /approvals/answer` to administrators: a client on the same machine asks its user, and keeps a session's
 * token but no API key. The token alone decides nothing.
 */
export function serveAnswers(admin: FastifyInstance, approvals: ApprovalStore, { seal, ownerOf }: Services): void {
  admin.post(answerPath, async ({ body }) => {
    if (!check(Answer, body))
      throw new HttpError(400, 'BAD_USER_INPUT', 'The body must be a JSON object of token, id and give.');
    const session = sessionOf(body.token);
    const owner = ownerOf(session.apiKey);
    const approval = await approvals.byId(owner, body.id).catch(unreachable);
    if (approval?.session !== session.id)
      throw new HttpError(404, 'NOT_FOUND', 'The session has no such approval: it may have ended.');
    const decided = await approvals.decide(owner, approval, body.give).catch(unreachable);
    return { decided: decided !== undefined };
  });

  function sessionOf(token: string) {
    try {
      return seal.demand(token);
    } catch (error) {
      if (error instanceof SessionRefused) throw new HttpError(401, 'UNAUTHENTICATED', error.message);
      throw error;
    }
  }
}
