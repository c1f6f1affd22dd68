import { GraphQLError } from 'graphql';
import { apiKeyHeader } from '../../contract/headers.ts';

/** The request brought a key and a session's token, which may allow different things; nothing was sent. */
export const twoCredentials = (): GraphQLError =>
  new GraphQLError(`The request carries an API key (${apiKeyHeader}) and a session’s token: send one of them.`, {
    extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } },
  });
