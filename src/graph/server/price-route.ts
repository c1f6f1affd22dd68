import type { IncomingMessage, ServerResponse } from 'node:http';

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

/** Says of other methods that a price is asked for by POST; false for all else. */
export function refuseQuote(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.url?.split('?')[0] !== quotePath || request.method === 'POST' || request.method === 'OPTIONS')
    return false;
  response.writeHead(405, { allow: 'POST', 'content-type': 'application/json' });
  const message = 'A price is asked for by POST, with the same body and headers as the operation.';
  response.end(JSON.stringify({ errors: [{ message, extensions: { code: 'BAD_USER_INPUT' } }] }));
  return true;
}
