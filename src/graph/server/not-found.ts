import type { IncomingMessage, ServerResponse } from 'node:http';

/** Leads from `/` to the graph, and says of a path where there is nothing where the graph is; false for the rest. */
export function answerElsewhere(
  request: IncomingMessage,
  response: ServerResponse,
  served: readonly string[],
): boolean {
  const path = request.url?.split('?')[0] ?? '';
  if (served.includes(path)) return false;
  const [graphql] = served;
  if (path === '/') {
    response.writeHead(302, { location: graphql }).end();
    return true;
  }
  response.writeHead(404, { 'content-type': 'application/json' });
  const message = `There is nothing at this path: the graph is at ${graphql}.`;
  response.end(JSON.stringify({ errors: [{ message, extensions: { code: 'NOT_FOUND' } }] }));
  return true;
}
