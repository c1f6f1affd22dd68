import type { IncomingMessage } from 'node:http';

/** Where a GraphQL request is priced instead of answered. */
export const quotePath = '/quote';

/**
 * Whether a request asks for a price. It then goes on to the graph itself, so that the same rules hold for it: the same
 * body, headers, limits and errors.
 */
export function takesQuote(request: IncomingMessage, graphqlPath: string): boolean {
  const [path] = request.url?.split('?') ?? [];
  if (path !== quotePath || (request.method !== 'POST' && request.method !== 'OPTIONS')) return false;
  request.url = graphqlPath;
  return true;
}
