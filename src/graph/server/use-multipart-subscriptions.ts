import type { ExecutionResult } from 'graphql';
import { type FetchAPI, isAsyncIterable, type Plugin, processRegularResult } from 'graphql-yoga';

/** What Apollo's clients accept for a subscription over plain HTTP; the version may stand in quotes. */
const accepted = /multipart\/mixed\s*;[^,]*subscriptionSpec="?1\.0"?/i;

const mediaType = 'multipart/mixed;boundary="graphql";subscriptionSpec=1.0';

/** The protocol's: an empty part every five seconds shows that the stream is alive. */
const heartbeatMs = 5_000;

/**
 * Sends the events of a subscription as Apollo's multipart protocol has them: each result is the `payload` of a part. Yoga
 * itself has multipart answers of another form, that of incremental delivery.
 */
export const useMultipartSubscriptions = (): Plugin => ({
  onResultProcess({ request, result, setResultProcessor }) {
    const accept = request.headers.get('accept') ?? '';
    if (!isAsyncIterable(result) || !accepted.test(accept) || accept.includes('text/event-stream')) return;
    setResultProcessor((_, fetchAPI) => multipart(result, fetchAPI), mediaType);
  },
});

const delimiter = '\r\n--graphql';

/** The delimiter that ends a part follows it at once: clients read no part before it. */
const part = (json: string): string => `\r\ncontent-type: application/json\r\n\r\n${json}${delimiter}`;

function multipart(results: AsyncIterable<ExecutionResult>, fetchAPI: FetchAPI): Response {
  const iterator = results[Symbol.asyncIterator]();
  const encoder = new fetchAPI.TextEncoder();
  let heartbeat: NodeJS.Timeout;
  const body = new fetchAPI.ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode(delimiter));
      heartbeat = setInterval(() => {
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(part('{}')));
      }, heartbeatMs);
    },
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) {
        clearInterval(heartbeat);
        controller.enqueue(encoder.encode('--\r\n'));
        controller.close();
        return;
      }
      const payload = await processRegularResult(value, fetchAPI, 'application/json').text();
      controller.enqueue(encoder.encode(part(`{"payload":${payload}}`)));
    },
    async cancel() {
      clearInterval(heartbeat);
      await iterator.return?.();
    },
  });
  return new fetchAPI.Response(body, { headers: { 'content-type': mediaType, 'cache-control': 'no-cache' } });
}
