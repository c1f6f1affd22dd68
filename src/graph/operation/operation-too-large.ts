import { GraphQLError } from 'graphql';

/** The operation asks more than it may; nothing was sent, and nothing was charged. */
export const operationTooLarge = (sentence: string): GraphQLError =>
  new GraphQLError(sentence, { extensions: { code: 'OPERATION_TOO_LARGE', http: { status: 400 } } });
