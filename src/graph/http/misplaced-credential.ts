import { GraphQLError } from 'graphql';
import { apiKeyHeader } from '../../contract/headers.ts';

/** Where a protocol carries each credential, as a sentence names it. */
export interface CredentialPlaces {
  readonly key: string;
  readonly token: string;
}

export const httpPlaces: CredentialPlaces = { key: apiKeyHeader, token: 'authorization: Bearer' };
export const webSocketPlaces: CredentialPlaces = {
  key: 'connectionParams.apiKey',
  token: 'connectionParams.token',
};

/**
 * Whether a key contains a session token, alone or in a list or a header-like value. It must not reach the data
 * service, which may log it.
 */
export const holdsSessionToken = (key: string): boolean => /(?:^|[\s,;:"'])kiths\d*_/.test(key);

const unauthenticated = (sentence: string): GraphQLError =>
  new GraphQLError(sentence, { extensions: { code: 'UNAUTHENTICATED', http: { status: 401 } } });

/** Neither message repeats the credential. Both fit a WebSocket close reason, at most 123 bytes. */
export const tokenAsKey = ({ key, token }: CredentialPlaces): GraphQLError =>
  unauthenticated(`${key} takes an API key, but got a session’s token: send it as ${token}.`);

export const keyAsToken = ({ key, token }: CredentialPlaces): GraphQLError =>
  unauthenticated(`${token} takes a session’s token (kiths4_…): send an API key as ${key}.`);
