import type { Answered, CallOptions, Credential } from '../../client/call.ts';
import type { Client } from '../../client/client.ts';
import { BadUpstreamRequest } from '../../client/errors.ts';
import type { Operation } from '../../contract/operation/operation.ts';
import { withAccents } from '../schema/search/where/folded-names.ts';

/**
 * A client that asks for names without regard to accents only where the upstream has that sub-field, which is ours. A search
 * that is refused is sent again without it; if that is answered, later ones of the operation are sent so at once.
 */
export function withFoldedNames(client: Client): Client {
  /** Whether the upstream takes the sub-field, by operation, once it has been asked. */
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
      // Where this is refused, too, something else is wrong with the request.
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

/** The request with a query that asks for names as they are written; the same object where it asks for no other. */
function plainRequest<Request>(request: Request): Request {
  if (typeof request !== 'object' || request === null || !('query' in request)) return request;
  const query = withAccents(request.query);
  return query === request.query ? request : { ...request, query };
}
