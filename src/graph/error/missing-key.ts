import { GraphQLError } from 'graphql';
import { apiKeyHeader } from '../../contract/headers.ts';

/** The request brought no key; nothing was sent. */
export const missingKey = (): GraphQLError =>
  new GraphQLError(
    `The request carries no API key: send it in the header ${apiKeyHeader}, or over WebSocket as connectionParams.apiKey.`,
    { extensions: { code: 'UNAUTHENTICATED', http: { status: 401 } } },
  );
