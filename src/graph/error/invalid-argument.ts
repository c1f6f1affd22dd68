import { GraphQLError } from 'graphql';

/** An argument that no call was made for: nothing was sent, nothing was charged. */
export const invalidArgument = (path: string, sentence: string): GraphQLError =>
  new GraphQLError(`${path}: ${sentence}`, { extensions: { code: 'BAD_USER_INPUT' } });

/** A header, or what stands for it, that no operation can run on. */
export const invalidHeader = (header: string, sentence: string): GraphQLError =>
  new GraphQLError(`${header}: ${sentence}`, { extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } } });
