import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Client } from '../../client/client.ts';
import { CallError, Forbidden, Unauthenticated } from '../../client/errors.ts';
import { apiKeyHeader } from '../../contract/headers.ts';
import { searchProfiles } from '../../contract/operation/profiles.ts';
import type { SessionSeal } from '../operation/session-token.ts';

export const sessionPath = '/session';

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
 * Answers `POST /session`: a server-side app sends its API key, and gets a token that its own clients may hold. The
 * upstream is asked, for free, whether it accepts the key (and the child team).
 */
export async function answerSession(
  request: IncomingMessage & { readonly body?: unknown },
  response: ServerResponse,
  client: Client,
  seal: SessionSeal,
  options: SessionOptions,
): Promise<void> {
  const send = (status: number, body: object): void => {
    response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
    response.end(JSON.stringify(body));
  };
  const refuse = (status: number, code: string, message: string) =>
    send(status, { errors: [{ message, extensions: { code } }] });
  if (request.method !== 'POST') {
    response.setHeader('allow', 'POST');
    return refuse(405, 'BAD_USER_INPUT', 'A session is asked for by POST.');
  }
  const apiKey = request.headers[apiKeyHeader];
  if (typeof apiKey !== 'string' || apiKey === '')
    return refuse(401, 'UNAUTHENTICATED', `A session needs an API key in the header ${apiKeyHeader}.`);
  const asked = askedOf(await bodyOf(request), options);
  if (typeof asked === 'string') return refuse(400, 'BAD_USER_INPUT', asked);
  const { seconds, readOnly, childTeamId, budget } = asked;
  try {
    await client.call(searchProfiles, { query: { match_all: {} }, limit: 0 }, { apiKey, childTeamId });
  } catch (error) {
    if (error instanceof Unauthenticated)
      return refuse(401, error.code, 'No session can be made: the data service does not know the API key.');
    if (error instanceof Forbidden)
      return refuse(403, error.code, 'No session can be made: the API key is not allowed to act for this team.');
    if (error instanceof CallError)
      return refuse(
        502,
        error.code,
        'No session can be made: the data service did not say whether it accepts the key.',
      );
    throw error;
  }
  const expiresAt = Date.now() + seconds * 1000;
  const token = seal.seal({ apiKey, childTeamId, readOnly, budget, expiresAt });
  send(200, { token, expiresAt: new Date(expiresAt).toISOString() });
}

/** The body's JSON value; undefined where it is none. One that did not say its length has been read already. */
async function bodyOf(request: IncomingMessage & { readonly body?: unknown }): Promise<unknown> {
  try {
    return JSON.parse(typeof request.body === 'string' ? request.body : await text(request));
  } catch {
    return undefined;
  }
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
  return { seconds, readOnly, childTeamId, budget };
}
