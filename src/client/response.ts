import { isObject, wellFormedJson } from '../contract/json.ts';
import type { Operation } from '../contract/operation/operation.ts';
import { originShownBy } from '../contract/origin.ts';
import type { WireNames } from '../contract/wire-names.ts';
import { decodedBody } from './content-coding.ts';
import { refusal } from './error-for.ts';
import { UpstreamMalformed } from './errors.ts';
import { layoutOf, parseDeferring } from './lazy-records.ts';
import { retryAfterMs } from './retry.ts';
import { problemWith } from './shape.ts';
import { answerBytes, type Received } from './transport.ts';
import type { WordCheck } from './word-check.ts';

/** Options for reading an answer. */
interface Reading {
  /** Removed from the upstream's error messages. */
  readonly apiKey: string;
  /** Whether the call had an idempotency key. */
  readonly keyed?: boolean;
  /** The upstream's names, if they differ from the contract's. */
  readonly names?: WireNames | undefined;
  /** The request, which says what page it asked for. */
  readonly request?: unknown;
  /** Inspects answers as sent, before renaming. */
  readonly wordCheck?: WordCheck | undefined;
}

/**
 * Validates and parses a response; nothing behind this border checks again. Records that are priced individually are
 * large and mostly unselected, so their members are parsed on access; a member that is not valid JSON throws
 * `UpstreamMalformed` then. Other answers are parsed at once.
 *
 * @throws {CallError} for a status outside 2xx, or an answer with another shape
 */
export function readAnswer<Answer>(
  operation: Operation<unknown, Answer>,
  received: Received,
  { apiKey, keyed = false, names, request, wordCheck }: Reading,
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
  if (deferred && wordCheck?.needs(operation, body))
    wordCheck.see(
      operation,
      parse((): unknown => JSON.parse(body.toString())),
      apiKey,
    );
  if (!deferred) {
    const sent = parse((): unknown => JSON.parse(body.toString()));
    wordCheck?.see(operation, sent, apiKey);
    const copy = names?.copier(operation.answers[status]?.schema ?? operation.answers[200]?.schema ?? {});
    answer = copy ? copy(sent) : sent;
  }
  const problem =
    answer === undefined
      ? 'its body is not JSON'
      : (problemWithNothing(answer, request) ??
        problemWith(answer, operation, status) ??
        problemWithPage(answer, request));
  if (problem) throw new UpstreamMalformed(failure, problem);
  nameOrigins(answer);
  // Required members were checked; all others of `Answer` are optional and nullable.
  return answer as Answer;
}

/** Adds the origin to each source of a connection that is sent without one, as its members show it. */
function nameOrigins(answer: unknown): void {
  for (const item of listIn(answer, 'items'))
    for (const connection of listIn(item, 'connections'))
      for (const source of listIn(connection, 'sources'))
        if (isObject(source) && (source.origin ?? '') === '') Reflect.set(source, 'origin', originShownBy(source));
}

const listIn = (value: unknown, name: string): readonly unknown[] => {
  const list = isObject(value) ? value[name] : undefined;
  return Array.isArray(list) ? list : [];
};

/**
 * A list that is null or empty although the answer counts something could not be read, which is not absence. Results that
 * are null are one that cannot be read: what `not_found` names is absent all the same.
 */
function problemWithNothing(answer: unknown, request: unknown): string | undefined {
  if (!isObject(answer)) return undefined;
  const { results, not_found: notFound, total_count: total } = answer;
  if (results === null) {
    if (!Array.isArray(notFound) || notFound.length === 0) return 'results: is null, and not_found names nothing';
    Reflect.set(answer, 'results', [null]);
  }
  const { limit, pagination_token: token } = isObject(request) ? request : {};
  if (!(Number(total) > 0) || limit === 0) return undefined;
  for (const name of ['items', 'ids']) {
    const list = answer[name];
    // Behind the last page there is nothing.
    if (list === null || (Array.isArray(list) && list.length === 0 && token === undefined))
      return `${name}: is ${list === null ? 'null' : 'empty'}, although total_count is ${Number(total)}`;
  }
  return undefined;
}

/**
 * Checks what leads to the next page. Absent, null and an empty text are all “no next page”, and become absent; the token
 * that was sent would lead to the same page for ever.
 */
function problemWithPage(answer: unknown, request: unknown): string | undefined {
  if (!isObject(answer)) return undefined;
  const sentToken = isObject(request) ? request.pagination_token : undefined;
  const { pagination_token: token, total_count: total } = answer;
  if (token === null || token === '') Reflect.set(answer, 'pagination_token', undefined);
  else if (token !== undefined && typeof token !== 'string') return 'pagination_token: expected a string';
  else if (token !== undefined && token === sentToken) return 'its pagination_token is the one that was sent';
  return typeof total === 'number' && total < 0 ? 'total_count: is negative' : undefined;
}

/** Minimum length of keys that are removed: shorter ones are parts of ordinary words. */
const leastKey = 8;

/** A reviver for `JSON.parse` that replaces the key in strings, if it is a whole word. */
function without(apiKey: string): (member: string, value: unknown) => unknown {
  if (apiKey.length < leastKey) return (_, value) => value;
  const literal = apiKey.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const word = new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'gu');
  return (_, value) => (typeof value === 'string' ? value.replaceAll(word, '[key]') : value);
}

/** Undefined if it is not JSON. The parser's error is dropped, since it quotes the body. */
function parse(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return undefined;
  }
}

const backslash = 0x5c;

/** The decoded body without byte order mark and halves of characters; undefined if it cannot be decoded. */
function plainBody({ body, codings }: Received): Buffer | undefined {
  const plain = codings === undefined ? body : decodedBody(body, codings, answerBytes);
  const isMarked = plain !== undefined && plain[0] === 0xef && plain[1] === 0xbb && plain[2] === 0xbf;
  const json = isMarked ? plain.subarray(3) : plain;
  return json?.includes(backslash) && (json.includes('\\ud') || json.includes('\\uD'))
    ? Buffer.from(wellFormedJson(json.toString()))
    : json;
}
