import { GraphQLError } from 'graphql';

/** A session's token that is over, damaged or from elsewhere: all look the same. */
export const sessionOver = (): GraphQLError =>
  new GraphQLError('The session is over, or was never made here: ask for another at POST /session.', {
    extensions: { code: 'UNAUTHENTICATED', http: { status: 401 } },
  });
