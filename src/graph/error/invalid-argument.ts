import { GraphQLError } from 'graphql';

/** An argument that no call was made for: nothing was sent, nothing was charged. */
export const invalidArgument = (path: string, sentence: string): GraphQLError =>
  new GraphQLError(`${path}: ${sentence}`, { extensions: { code: 'BAD_USER_INPUT' } });
