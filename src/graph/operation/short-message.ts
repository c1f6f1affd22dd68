import { GraphQLError } from 'graphql';

/** Maximum characters, roughly, of a message: it may quote names and values as long as a request body. */
const longestMessage = 500;

/** Shortens a long message: its middle is replaced by `…`. */
export const shortened = (message: string): string => {
  const half = longestMessage / 2;
  return message.length > longestMessage ? `${message.slice(0, half)} … ${message.slice(-half)}` : message;
};

/** The error with a shortened message; the same object if the message is short. */
export function withShortMessage(error: GraphQLError): GraphQLError {
  if (error.message.length <= longestMessage) return error;
  const { nodes = null, source = null, positions = null, path = null, extensions } = error;
  return new GraphQLError(shortened(error.message), { nodes, source, positions, path, extensions });
}
