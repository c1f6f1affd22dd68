import type { Operation } from '../contract/operation/operation.ts';
import { refusal } from './error-for.ts';
import { UpstreamMalformed } from './errors.ts';
import { layoutOf, parseDeferring } from './lazy-records.ts';
import { retryAfterMs } from './retry.ts';
import { problemWith } from './shape.ts';
import type { Received } from './transport.ts';

/** What an answer is read with. */
interface Reading {
  /** Never told, though the upstream may tell it. */
  readonly apiKey: string;
  /** The call had an idempotency key. */
  readonly keyed?: boolean;
}

/**
 * Reads what came over the wire as an answer of the operation: the border, behind which nobody checks again. Members of
 * records that are paid for each are parsed when they are first read: they are large, and little of them is selected. One
 * that turns out to be no JSON throws `UpstreamMalformed` then. Free answers are small and read whole.
 *
 * @throws {CallError} for a status outside 2xx, and for an answer of another shape
 */
export function readAnswer<Answer>(
  operation: Operation<unknown, Answer>,
  received: Received,
  { apiKey, keyed = false }: Reading,
): Answer {
  const { status, requestId, body } = received;
  const failure = { operation, sent: true, status, requestId, keyed };
  if (status < 200 || status > 299) {
    const told = parse(() => JSON.parse(body.toString().replaceAll(apiKey, '[key]')));
    throw refusal({ ...failure, retryAfterMs: retryAfterMs(received.retryAfter) }, told);
  }
  const malformed = (member: string) => new UpstreamMalformed(failure, `its ${member} is not JSON`);
  const layout = operation.price.per === 'record' ? layoutOf(operation) : undefined;
  const answer =
    (layout && parseDeferring(body, layout, malformed)) ?? parse((): unknown => JSON.parse(body.toString()));
  const problem = answer === undefined ? 'its body is not JSON' : problemWith(answer, operation, status);
  if (problem) throw new UpstreamMalformed(failure, problem);
  // What the contract requires is there; whatever else `Answer` tells of is optional, and tolerant of nulls.
  return answer as Answer;
}

/** Undefined for what is not JSON: the parser's own error would quote the body. */
function parse(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return undefined;
  }
}
