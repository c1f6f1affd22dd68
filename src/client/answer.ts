import type { Operation } from '../contract/operation/operation.ts';
import { UpstreamMalformed } from './errors.ts';
import type { Received } from './exchange.ts';
import { refusal } from './refusal.ts';
import { retryAfterMs } from './retry.ts';
import { problemWith } from './shape.ts';

/**
 * Reads what came over the wire as an answer of the operation: the border, behind which nobody checks again.
 *
 * @param keyed the call had an idempotency key
 * @throws {CallError} for a status outside 2xx, and for an answer of another shape
 */
export function readAnswer<Answer>(
  operation: Operation<unknown, Answer>,
  received: Received,
  apiKey: string,
  keyed = false,
): Answer {
  const { status, requestId, text } = received;
  const failure = { operation, sent: true, status, requestId, keyed };
  if (status < 200 || status > 299) {
    const body = parse(text.replaceAll(apiKey, '[key]'));
    throw refusal({ ...failure, retryAfterMs: retryAfterMs(received.retryAfter) }, body);
  }
  const body = parse(text);
  const problem = body === undefined ? 'its body is not JSON' : problemWith(body, operation, status);
  if (problem) throw new UpstreamMalformed(failure, problem);
  // What the contract requires is there; whatever else `Answer` tells of is optional, and tolerant of nulls.
  return body as Answer;
}

/** Undefined for what is not JSON: the parser's own error would quote the body. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
