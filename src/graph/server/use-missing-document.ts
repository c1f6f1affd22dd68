import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { isGraphqlParameter } from './graphql-params.ts';

/**
 * Refuses a request without a document, which is malformed, with 400 in every media type; Yoga has it be 200 where
 * application/json is accepted. One with an unknown parameter, perhaps `query` misspelt, is left to Yoga, which names it.
 */
export const useMissingDocument = (): Plugin => ({
  onParams({ params }) {
    if ((params.query ?? undefined) !== undefined || !Object.keys(params).every(isGraphqlParameter)) return;
    throw new GraphQLError('query: must be a GraphQL document, but got none.', {
      extensions: { code: 'BAD_REQUEST', http: { status: 400 } },
    });
  },
});
