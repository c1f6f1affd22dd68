import type { FetchAPI } from 'graphql-yoga';
import type { Answer } from '../operation/answer.ts';

/** Heartbeat interval: the protocol sends an empty part every five seconds to keep the stream alive. */
const heartbeatMs = 5_000;

const delimiter = '\r\n--graphql';

/** A part with its closing delimiter: clients parse a part only after the delimiter arrives. */
const part = (json: string): string => `\r\ncontent-type: application/json\r\n\r\n${json}${delimiter}`;

/**
 * Writes answers in Apollo's multipart subscription protocol: each is the `payload` of a part. Yoga's own multipart
 * format is that of incremental delivery.
 */
export function multipart(
  answers: AsyncIterator<Answer>,
  { ReadableStream, Response, TextEncoder }: FetchAPI,
): Response {
  const encoder = new TextEncoder();
  let heartbeat: NodeJS.Timeout;
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode(delimiter));
      heartbeat = setInterval(() => {
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(part('{}')));
      }, heartbeatMs);
    },
    async pull(controller) {
      const { done, value } = await answers.next();
      if (!done) return controller.enqueue(encoder.encode(part(`{"payload":${value.text}}`)));
      clearInterval(heartbeat);
      controller.enqueue(encoder.encode('--\r\n'));
      controller.close();
    },
    async cancel() {
      clearInterval(heartbeat);
      await answers.return?.();
    },
  });
  return new Response(body);
}
