import { GraphQLError } from 'graphql';
import type { BadUpstreamRequest } from '../../client/errors.ts';

/** The upstream no longer accepts its own token, from which a page was to go on; nothing was charged. */
export const cursorExpired = ({ sentences, requestId }: BadUpstreamRequest): GraphQLError =>
  new GraphQLError(
    'The data service no longer accepts the place from which this page was to go on: it has expired, or is another team’s. Ask again without `after`, from the first page.',
    {
      extensions: {
        code: 'CURSOR_EXPIRED',
        ...(requestId && { requestId }),
        ...(sentences.length > 0 && { upstream: sentences }),
      },
    },
  );
