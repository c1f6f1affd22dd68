import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import { HttpError } from './http-error.ts';

const streamTypes = ['text/event-stream', 'multipart/mixed;subscriptionSpec=1.0'];
const plainTypes = ['application/json', 'application/graphql-response+json'];

/** Of results; Yoga writes one result as a stream, too. */
const acceptable = [...plainTypes, 'text/event-stream', 'multipart/mixed'];

/**
 * Answers 406 with a body that names the types there are: before anything is paid for where no answer could be written, and
 * in place of a subscription whose events could not, which it ends.
 */
export const useNotAcceptable = (): Plugin => ({
  onRequestParse({ request, endResponse, fetchAPI }) {
    if (!takesSome(request)) endResponse(refusal(request, plainTypes, fetchAPI));
  },
  async onResultProcess({ request, result, resultProcessor, setResultProcessor }) {
    if (resultProcessor) return;
    const types = isAsyncIterable(result) ? streamTypes : plainTypes;
    if (isAsyncIterable(result)) await result[Symbol.asyncIterator]().return?.();
    setResultProcessor((_, fetchAPI) => refusal(request, types, fetchAPI), 'application/json');
  },
});

/** As Yoga reads `accept`: without regard to weights, and UTF-8 alone. */
function takesSome(request: Request): boolean {
  const accept = request.headers.get('accept') || '*/*';
  return accept.split(',').some((range) => {
    const [type = '', ...parameters] = range.toLowerCase().replaceAll(/\s/g, '').split(';');
    const charset = parameters.find((parameter) => parameter.includes('charset='));
    if (charset !== undefined && charset !== 'charset=utf-8') return false;
    const [main, sub] = type.split('/');
    return acceptable.some((known) => {
      const [ours, own] = known.split('/');
      return (main === '*' || main === ours) && (sub === '*' || sub === own);
    });
  });
}

function refusal(request: Request, types: readonly string[], { Response }: Pick<typeof globalThis, 'Response'>) {
  const { status, body } = new HttpError(
    406,
    'NOT_ACCEPTABLE',
    `accept: must take ${types.join(' or ')}, but got “${request.headers.get('accept') || '*/*'}”.`,
  );
  return Response.json(body, { status, headers: { accept: types.join(', ') } });
}
