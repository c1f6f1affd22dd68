import type { IncomingHttpHeaders } from 'node:http';
import type { Credential } from '../../client/call.ts';
import type { Client } from '../../client/client.ts';
import { CallError, Forbidden, Unauthenticated } from '../../client/errors.ts';
import { apiKeyHeader } from '../../contract/headers.ts';
import { creditUsage } from '../../contract/operation/credits.ts';
import { searchProfiles } from '../../contract/operation/profiles.ts';
import type { Services } from '../services.ts';
import { HttpError } from './http-error.ts';
import { holdsSessionToken } from './request-context.ts';

/**
 * The API key of a request for `what`, such as “session”.
 *
 * @throws {HttpError} 401 if it is missing, or is a session token
 */
export function keyIn(headers: IncomingHttpHeaders, what: string): string {
  const apiKey = headers[apiKeyHeader];
  const needed = `A ${what} needs an API key in the header ${apiKeyHeader}`;
  if (typeof apiKey !== 'string' || apiKey === '') throw new HttpError(401, 'UNAUTHENTICATED', `${needed}.`);
  if (holdsSessionToken(apiKey)) throw new HttpError(401, 'UNAUTHENTICATED', `${needed}, but got a session’s token.`);
  return apiKey;
}

/**
 * Asks the upstream, for free, whether it accepts a key (and the child team).
 *
 * @throws {HttpError} 401 or 403 if it does not, 502 if the upstream gives no verdict
 */
export async function confirmKey(client: Client, credential: Credential, what: string): Promise<void> {
  try {
    await client.call(searchProfiles, { query: { match_all: {} }, limit: 0 }, credential);
  } catch (error) {
    throw refusalOf(error, what);
  }
}

/**
 * Refuses a key that the upstream does not know; otherwise it would look like a key without data. Asks the upstream by a
 * free call, unless it has recently accepted the key. If the upstream gives no verdict, the key passes, so that the
 * graph's own data stays available during an outage.
 *
 * @param what is refused, such as “purses can be listed”
 * @throws {HttpError} 401
 */
export async function refuseUnknownKey(
  { client, cache }: Pick<Services, 'client' | 'cache'>,
  apiKey: string,
  what: string,
): Promise<void> {
  const credential = { apiKey, childTeamId: undefined };
  try {
    await cache.confirm(credential, () => client.call(creditUsage, undefined, credential));
  } catch (error) {
    if (error instanceof Unauthenticated)
      throw new HttpError(401, error.code, `No ${what}: the data service does not know the API key.`);
    if (!(error instanceof CallError)) throw error;
  }
}

/** Maps the upstream's error for a key to an HTTP error; unexpected errors are returned as they are. */
function refusalOf(error: unknown, what: string): unknown {
  if (!(error instanceof CallError)) return error;
  const refusal = (status: number, reason: string) =>
    new HttpError(status, error.code, `No ${what} can be made: ${reason}.`);
  if (error instanceof Unauthenticated) return refusal(401, 'the data service does not know the API key');
  if (error instanceof Forbidden) return refusal(403, 'the API key is not allowed to act for this team');
  return refusal(502, 'the data service did not say whether it accepts the key');
}
