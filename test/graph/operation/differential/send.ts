import type { GraphAnswer } from '../../../support/graph/graph.ts';
import type { Request } from './document.ts';

/** The ways in which an operation reaches a graph over HTTP. */
export const ways = ['post', 'post for GraphQL’s own media type', 'get'] as const;

export type Way = (typeof ways)[number];

/** A URL may not be as long as a body. */
const longestUrl = 8_000;

/** Sends an operation in one of the ways; in the first where it does not fit. */
export async function send(
  url: string,
  way: Way,
  request: Request,
  headers: Readonly<Record<string, string>>,
): Promise<GraphAnswer<unknown>> {
  const { query, operationName, variables } = request;
  const accept = way === 'post' ? 'application/json' : 'application/graphql-response+json';
  const asked = new URLSearchParams({ query, operationName, variables: JSON.stringify(variables) });
  const response =
    way === 'get' && asked.toString().length < longestUrl
      ? await fetch(`${url}/graphql?${asked}`, { headers: { ...headers, accept } })
      : await fetch(`${url}/graphql`, {
          method: 'POST',
          headers: { ...headers, accept, 'content-type': 'application/json' },
          body: JSON.stringify(request),
        });
  return await response.json();
}
