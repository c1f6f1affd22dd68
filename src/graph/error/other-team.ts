import { GraphQLError } from 'graphql';

/** The session is bound to a child team, and another was named; nothing was sent. */
export const otherTeam = (): GraphQLError =>
  new GraphQLError('This session is bound to one team, and another was named.', { extensions: { code: 'FORBIDDEN' } });
