import type { Answered, CallOptions, Credential } from '../../client/call.ts';
import type { Client } from '../../client/client.ts';
import { BadUpstreamRequest } from '../../client/errors.ts';
import type { Operation } from '../../contract/operation/operation.ts';
import { withAccents } from '../schema/search/where/folded-names.ts';

/**
 * A client that searches names without accents only if the upstream supports that sub-field, an extension of ours. A
 * refused search is retried without it; if that succeeds, later searches of the same endpoint omit it from the start.
 */
export function withFoldedNames(client: Client): Client {
  /** Whether the upstream accepts the sub-field, by endpoint, once known. */
  const takes = new Map<string, boolean>();

  async function callEither<Request, Answer>(
    [folded, plain]: readonly [Request, Request],
    operation: Operation<Request, Answer>,
    credential: Credential,
    options: CallOptions | undefined,
  ): Promise<Answered<Answer>> {
    try {
      const answer = await client.call(operation, folded, credential, options);
      takes.set(operation.name, true);
      return answer;
    } catch (error) {
      if (!(error instanceof BadUpstreamRequest)) throw error;
      // If this is refused too, the sub-field was not the reason.
      const answer = await client.call(operation, plain, credential, options).catch(() => {
        throw error;
      });
      takes.set(operation.name, false);
      return answer;
    }
  }

  return {
    ...client,
    call(operation, request, credential, options) {
      const plain = plainRequest(request);
      const known = plain === request ? true : takes.get(operation.name);
      return known === undefined
        ? callEither([request, plain], operation, credential, options)
        : client.call(operation, known ? request : plain, credential, options);
    },
  };
}

/** The request without the sub-field, searching names with accents; the same object if it has none. */
function plainRequest<Request>(request: Request): Request {
  if (typeof request !== 'object' || request === null || !('query' in request)) return request;
  const query = withAccents(request.query);
  return query === request.query ? request : { ...request, query };
}
