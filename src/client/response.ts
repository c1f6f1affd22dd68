import type { Operation } from '../contract/operation/operation.ts';
import type { WireNames } from '../contract/wire-names.ts';
import { decodedBody } from './content-coding.ts';
import { refusal } from './error-for.ts';
import { UpstreamMalformed } from './errors.ts';
import { layoutOf, parseDeferring } from './lazy-records.ts';
import { retryAfterMs } from './retry.ts';
import { problemWith } from './shape.ts';
import { answerBytes, type Received } from './transport.ts';
import type { WordCheck } from './word-check.ts';

/** What an answer is read with. */
interface Reading {
  /** Never told, though the upstream may tell it. */
  readonly apiKey: string;
  /** The call had an idempotency key. */
  readonly keyed?: boolean;
  /** The upstream's words, where they are not the contract's. */
  readonly names?: WireNames | undefined;
  /** Looks at answers as they were sent. */
  readonly wordCheck?: WordCheck | undefined;
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
  { apiKey, keyed = false, names, wordCheck }: Reading,
): Answer {
  const { status, requestId } = received;
  const failure = { operation, sent: true, status, requestId, keyed };
  const body = plainBody(received);
  if (status < 200 || status > 299) {
    const told = body && parse(() => JSON.parse(body.toString(), without(apiKey)));
    throw refusal({ ...failure, retryAfterMs: retryAfterMs(received.retryAfter) }, told);
  }
  if (!body) throw new UpstreamMalformed(failure, `its content-encoding is ${received.codings}`);
  const malformed = (member: string) => new UpstreamMalformed(failure, `its ${member} is not JSON`);
  const layout = operation.price.per === 'record' ? layoutOf(operation, names) : undefined;
  const deferred = layout && parseDeferring(body, layout, malformed);
  let answer: unknown = deferred;
  if (!deferred) {
    const sent = parse((): unknown => JSON.parse(body.toString()));
    wordCheck?.see(operation, sent, apiKey);
    const copy = names?.copier(operation.answers[status]?.schema ?? operation.answers[200]?.schema ?? {});
    answer = copy ? copy(sent) : sent;
  }
  const problem = answer === undefined ? 'its body is not JSON' : problemWith(answer, operation, status);
  if (problem) throw new UpstreamMalformed(failure, problem);
  // What the contract requires is there; whatever else `Answer` tells of is optional, and tolerant of nulls.
  return answer as Answer;
}

/** Shorter ones are no secrets, but parts of many words. */
const leastKey = 8;

/** Strikes the key out of the strings of what is parsed, where it is a whole word: JSON and its members stay as they are. */
function without(apiKey: string): (member: string, value: unknown) => unknown {
  if (apiKey.length < leastKey) return (_, value) => value;
  const literal = apiKey.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const word = new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'gu');
  return (_, value) => (typeof value === 'string' ? value.replaceAll(word, '[key]') : value);
}

/** Undefined for what is not JSON: the parser's own error would quote the body. */
function parse(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** The body without content codings and without a byte order mark; undefined where a coding can't be undone. */
function plainBody({ body, codings }: Received): Buffer | undefined {
  const plain = codings === undefined ? body : decodedBody(body, codings, answerBytes);
  const isMarked = plain !== undefined && plain[0] === 0xef && plain[1] === 0xbb && plain[2] === 0xbf;
  return isMarked ? plain.subarray(3) : plain;
}
