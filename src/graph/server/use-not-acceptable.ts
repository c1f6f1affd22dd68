import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import { HttpError } from './http-error.ts';

const streamTypes = ['text/event-stream', 'multipart/mixed;subscriptionSpec=1.0'];
const plainTypes = ['application/json', 'application/graphql-response+json'];

/** Answers 406 with a body that names the types there are, and ends the subscription that nobody can read. */
export const useNotAcceptable = (): Plugin => ({
  async onResultProcess({ request, result, resultProcessor, setResultProcessor }) {
    if (resultProcessor) return;
    const types = (isAsyncIterable(result) ? streamTypes : plainTypes).join(' or ');
    const { status, headers, body } = new HttpError(
      406,
      'NOT_ACCEPTABLE',
      `accept: must take ${types}, but got “${request.headers.get('accept') ?? '*/*'}”.`,
    );
    if (isAsyncIterable(result)) await result[Symbol.asyncIterator]().return?.();
    setResultProcessor(
      (_, { Response }) =>
        Response.json(body, { status, headers: { ...headers, accept: types.replace(' or ', ', ') } }),
      'application/json',
    );
  },
});
