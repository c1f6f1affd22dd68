import type { GraphQLResolveInfo } from 'graphql';

/** `info` of the installed GraphQL.js, without members that other packages declare for its next version. */
export type ResolveInfo = Omit<GraphQLResolveInfo, 'getAbortSignal' | 'getAsyncHelpers'>;
