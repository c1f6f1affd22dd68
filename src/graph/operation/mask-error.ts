import { GraphQLError, Kind } from 'graphql';
import { CallError } from '../../client/errors.ts';
import { explained } from '../errors.ts';

/** Converts a thrown value to the error that the caller sees. */
export type MaskError = (error: unknown) => GraphQLError;

/**
 * Masks errors: the graph's and the client's keep their message and a stable code; any other is passed to
 * `onUnexpected`, and the caller sees only INTERNAL_SERVER_ERROR.
 */
export function maskError(onUnexpected: (error: unknown) => void): MaskError {
  return (error) => {
    const graphqlError = error instanceof GraphQLError ? error : undefined;
    const cause = graphqlError ? (graphqlError.originalError ?? undefined) : error;
    if (cause instanceof CallError)
      return located(graphqlError, explained(cause), { ...graphqlError?.extensions, ...extensionsOf(cause) });
    if (graphqlError && cause === undefined) return withCode(graphqlError);
    if (cause instanceof GraphQLError) return located(graphqlError, cause.message, cause.extensions);
    onUnexpected(cause);
    return located(graphqlError, 'Something unexpected failed; what it cost is not known.', {
      code: 'INTERNAL_SERVER_ERROR',
    });
  };
}

/** GraphQL.js sets no code on errors in arguments, which are located at the argument rather than its field. */
function withCode(error: GraphQLError): GraphQLError {
  const [node] = error.nodes ?? [];
  if (error.extensions.code !== undefined || !node || node.kind === Kind.FIELD) return error;
  return located(error, error.message, { ...error.extensions, code: 'BAD_USER_INPUT' });
}

function extensionsOf(error: CallError): Record<string, unknown> {
  return {
    code: error.code,
    maybeCharged: error.charged === 'maybe',
    ...(error.requestId && { requestId: error.requestId }),
    ...(error.sentences.length > 0 && { upstream: error.sentences }),
  };
}

const located = (
  at: GraphQLError | undefined,
  message: string,
  extensions: Readonly<Record<string, unknown>>,
): GraphQLError =>
  new GraphQLError(message, {
    extensions: { ...extensions },
    nodes: at?.nodes ?? null,
    source: at?.source ?? null,
    positions: at?.positions ?? null,
    path: at?.path ?? null,
  });
