import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Client } from '../../client/client.ts';
import { CallError, Forbidden, Unauthenticated } from '../../client/errors.ts';
import { apiKeyHeader } from '../../contract/headers.ts';
import { searchProfiles } from '../../contract/operation/profiles.ts';
import type { SessionSeal } from '../operation/session-token.ts';
import { HttpError } from './http-error.ts';

export interface SessionOptions {
  /** How long a session lasts when nothing is said, and at most, in seconds. */
  readonly usualSeconds: number;
  readonly mostSeconds: number;
}

export const defaultSessions: SessionOptions = { usualSeconds: 900, mostSeconds: 3600 };

/** What an app asks of a session. */
interface Asked {
  readonly seconds: number;
  readonly readOnly: boolean;
  readonly childTeamId: string | undefined;
  readonly budget: number | undefined;
}

/**
 * Serves `POST /session`: a server-side app sends its API key, and gets a token that its own clients may hold. The
 * upstream is asked, for free, whether it accepts the key (and the child team).
 */
export function serveSessions(app: FastifyInstance, client: Client, seal: SessionSeal, options: SessionOptions): void {
  app.post(
    '/session',
    {
      onRequest: async ({ headers }, reply) => {
        reply.header('cache-control', 'no-store');
        keyIn(headers);
      },
    },
    async ({ headers, body }) => {
      const apiKey = keyIn(headers);
      const asked = askedOf(body, options);
      if (typeof asked === 'string') throw new HttpError(400, 'BAD_USER_INPUT', asked);
      const { seconds, readOnly, childTeamId, budget } = asked;
      try {
        await client.call(searchProfiles, { query: { match_all: {} }, limit: 0 }, { apiKey, childTeamId });
      } catch (error) {
        throw refusalOf(error);
      }
      const expiresAt = seal.clock.now() + seconds * 1000;
      const token = seal.seal({ apiKey, childTeamId, readOnly, budget, expiresAt });
      return { token, expiresAt: new Date(expiresAt).toISOString() };
    },
  );
}

/** @throws {HttpError} 401 where there is none */
function keyIn(headers: IncomingHttpHeaders): string {
  const apiKey = headers[apiKeyHeader];
  if (typeof apiKey === 'string' && apiKey !== '') return apiKey;
  throw new HttpError(401, 'UNAUTHENTICATED', `A session needs an API key in the header ${apiKeyHeader}.`);
}

/** What the upstream's refusal of the key is to the caller; anything unexpected stays as it is. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof CallError)) return error;
  const refusal = (status: number, reason: string) =>
    new HttpError(status, error.code, `No session can be made: ${reason}.`);
  if (error instanceof Unauthenticated) return refusal(401, 'the data service does not know the API key');
  if (error instanceof Forbidden) return refusal(403, 'the API key is not allowed to act for this team');
  return refusal(502, 'the data service did not say whether it accepts the key');
}

/** What the body asks for, or the sentence that says what is wrong with it. */
function askedOf(body: unknown, { usualSeconds, mostSeconds }: SessionOptions): Asked | string {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return 'The body must be a JSON object of seconds, readOnly, childTeamId and budget, each of which may be left out.';
  const {
    seconds = usualSeconds,
    readOnly = false,
    childTeamId,
    budget,
    ...others
  }: Record<string, unknown> = { ...body };
  const [other] = Object.keys(others);
  if (other !== undefined) return `${other}: is unknown; a session takes seconds, readOnly, childTeamId and budget.`;
  if (typeof seconds !== 'number' || !(seconds >= 1 && seconds <= mostSeconds))
    return `seconds: must be between 1 and ${mostSeconds}, but got ${JSON.stringify(seconds)}.`;
  if (typeof readOnly !== 'boolean') return `readOnly: must be true or false, but got ${JSON.stringify(readOnly)}.`;
  if (childTeamId !== undefined && typeof childTeamId !== 'string')
    return `childTeamId: must be a string, but got ${JSON.stringify(childTeamId)}.`;
  if (budget !== undefined && !(typeof budget === 'number' && Number.isSafeInteger(budget) && budget >= 0))
    return `budget: must be a whole number of credits, but got ${JSON.stringify(budget)}.`;
  return { seconds, readOnly, childTeamId: childTeamId?.toLowerCase(), budget };
}
