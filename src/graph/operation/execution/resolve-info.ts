import type { GraphQLResolveInfo } from 'graphql';

/** As GraphQL.js has it: packages that prepare for its next version declare more, which nobody provides. */
export type ResolveInfo = Omit<GraphQLResolveInfo, 'getAbortSignal' | 'getAsyncHelpers'>;
