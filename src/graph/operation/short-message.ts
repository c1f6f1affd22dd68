import { GraphQLError } from 'graphql';

/** A message quotes names and values as they were sent, which may be as long as a body. */
const longestMessage = 500;

/** A message that is no longer than it need be: its middle is left out. */
export const shortened = (message: string): string => {
  const half = longestMessage / 2;
  return message.length > longestMessage ? `${message.slice(0, half)} … ${message.slice(-half)}` : message;
};

/** The error itself where its message is short. */
export function withShortMessage(error: GraphQLError): GraphQLError {
  if (error.message.length <= longestMessage) return error;
  const { nodes = null, source = null, positions = null, path = null, extensions } = error;
  return new GraphQLError(shortened(error.message), { nodes, source, positions, path, extensions });
}
