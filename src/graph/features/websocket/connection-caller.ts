import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { apiKeyHeader } from '../../../contract/headers.ts';
import { invalidHeader } from '../../errors.ts';
import {
  bearer,
  type Caller,
  type CredentialPlaces,
  type Credentials,
  credentialsIn,
} from '../../http/request-context.ts';
import type { SessionSeal } from '../../state/sessions/session-token.ts';

const webSocketPlaces: CredentialPlaces = {
  key: 'connectionParams.apiKey',
  token: 'connectionParams.token',
};

/** Values by lowercase header name; values of `connectionParams` may have any type. */
type Named = Readonly<Record<string, unknown>>;

const named = (values: unknown): Named =>
  typeof values === 'object' && values !== null
    ? Object.fromEntries(Object.entries(values).map(([name, value]) => [name.toLowerCase(), value]))
    : {};

const credentialIn = (values: Named): Credentials => {
  const { apikey, authorization, token } = values;
  return {
    key: apikey ?? values[apiKeyHeader],
    token: token ?? (typeof authorization === 'string' ? bearer(authorization) : undefined),
  };
};

/**
 * The caller of a WebSocket. The key (`apiKey`, or the header's name) or a session's `token` is read from
 * `connectionParams`, then from their `headers`, then from the upgrade's headers, which clients outside browsers use.
 * The first place with a credential wins; other headers are looked up in the same order.
 *
 * @throws UNAUTHENTICATED for an invalid session token, and for a key sent as a token or the reverse; UNAVAILABLE if
 *   sessions cannot be checked; BAD_USER_INPUT for a key together with a session token
 */
export function callerOfConnection(params: Named | undefined, upgrade: IncomingHttpHeaders, seal: SessionSeal): Caller {
  const places = [named(params), named(params?.headers), upgrade];
  const none: Credentials = { key: undefined, token: undefined };
  const credentials = places.map(credentialIn).find(({ key, token }) => key || token) ?? none;
  return {
    ...credentialsIn(credentials, seal, webSocketPlaces),
    requestId: randomUUID(),
    signal: undefined,
    header: (name) => {
      const value = places.find((place) => place[name] !== undefined)?.[name];
      if (value === undefined || typeof value === 'string') return value;
      if (typeof value === 'number' || typeof value === 'boolean') return String(value);
      throw invalidHeader(name, 'must be a string or a number, but got something else.');
    },
  };
}
